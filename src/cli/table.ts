/** Lines of columns; the first column is set left, the others as `align` says. */
export const table = (
  rows: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[],
): string[] => {
  const widths = align.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return align[column] === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
};
