const HEAD = `# Changes of the salary laws dataset

Newest first. Amounts are in rial. Every version is kept in \`releases/\`.
`;

/** What a release adds to the change log. */
export interface ChangeLogEntry {
  readonly version: string;
  readonly updatedAt: string;
  /** Lines of Markdown. */
  readonly changes: readonly string[];
}

/** The change log with the entry on top, in place of one that an interrupted release has left. */
export const withEntry = (
  existing: string | undefined,
  { version, updatedAt, changes }: ChangeLogEntry,
): string => {
  const [head = '', ...entries] = (existing ?? HEAD).split(/^(?=## )/m);
  const title = `## ${version} (`;
  const others = entries.filter((entry) => !entry.startsWith(title));
  const entry = [`${title}${updatedAt})`, '', ...changes, ''].join('\n');
  return [`${head.trimEnd()}\n`, entry, ...others.map((other) => `${other.trimEnd()}\n`)].join(
    '\n',
  );
};
