import type { BigIntStats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../domain/salary-laws/fault.ts';
import { type DatasetFiles, FOLDER } from './judge-folder.ts';

/** No file of a dataset comes near; what is larger is not read into memory. */
export const MAX_FILE_BYTES = 1_048_576;
/** Nor does a dataset have more files than a few centuries of years. */
const MAX_FILES = 1000;

/** Folders whose files are read; `schema` is for editors and plays no part in service. */
const READ_FOLDERS = ['years', 'releases'];
const UNREAD = new Set(['schema', 'CHANGELOG.md', 'README.md', 'lost+found']);

export interface FolderFiles extends DatasetFiles {
  /**
   * Changes whenever a file is written, replaced, added or removed, or a link above it turned; taken
   * before the files are read, so that a change during the reading is seen at the next look.
   */
  readonly signature: string;
  /** Unix ms of the latest change to a file's data or name. */
  readonly changedAt: number;
}

interface Found {
  readonly name: string;
  readonly stats: BigIntStats;
}

interface Survey {
  readonly root: string;
  readonly files: readonly Found[];
  readonly faults: readonly Fault[];
  readonly signature: string;
  readonly changedAt: number;
}

/** What the folder holds by name, size, time and inode, without reading a file. */
export const surveyFolder = async (folder: string): Promise<Survey> => {
  const files: Found[] = [];
  const faults: Fault[] = [];
  // The folder itself may be a link that is swapped: every file is read below the same target.
  const root = await realpath(folder).catch((error: unknown) => {
    faults.push(unreadable(FOLDER, error));
    return folder;
  });
  const list = async (name: string): Promise<void> => {
    const entries = await readdir(join(root, name)).catch((error: unknown) => {
      if (faults.length === 0 || name !== '.')
        faults.push(unreadable(name === '.' ? FOLDER : name, error));
      return [];
    });
    for (const entry of entries.sort()) {
      // Hidden entries belong to editors, file systems and Kubernetes (`..data`), not to a dataset.
      if (entry.startsWith('.')) continue;
      if (name === '.' && READ_FOLDERS.includes(entry)) await list(entry);
      else if (name !== '.' || !UNREAD.has(entry))
        await look(name === '.' ? entry : `${name}/${entry}`);
    }
  };
  const look = async (name: string): Promise<void> => {
    if (files.length + faults.length > MAX_FILES) return;
    try {
      files.push({ name, stats: await stat(join(root, name), { bigint: true }) });
    } catch (error) {
      faults.push(unreadable(name, error));
    }
  };
  await list('.');
  if (files.length + faults.length > MAX_FILES) {
    faults.push({ file: FOLDER, path: '', expected: `at most ${MAX_FILES} files` });
  }
  const changed = files.map(({ stats }) => Number(stats.ctimeMs));
  return {
    root,
    files,
    faults,
    signature: JSON.stringify([
      root,
      files.map(({ name, stats: { dev, ino, size, mtimeNs, ctimeNs } }) =>
        [name, dev, ino, size, mtimeNs, ctimeNs].join(),
      ),
      faults,
    ]),
    changedAt: Math.max(0, ...changed),
  };
};

/** Reads every file of a survey; what cannot be read is a fault that names it. */
export const readSurveyed = async ({
  root,
  files,
  faults,
  ...rest
}: Survey): Promise<FolderFiles> => {
  const texts = new Map<string, string>();
  const found = [...faults];
  for (const { name, stats } of files) {
    const fault = (expected: string, value?: unknown): void => {
      found.push({ file: name, path: '', value, expected });
    };
    // Only a plain file is opened: a pipe or a device would hang the reader.
    const tooLarge = sizeFaults(name, Number(stats.size));
    if (!stats.isFile()) fault('a plain file');
    else if (tooLarge.length > 0) found.push(...tooLarge);
    else {
      try {
        texts.set(name, await readText(join(root, name)));
      } catch (error) {
        found.push(unreadable(name, error));
      }
    }
  }
  return { texts, faults: found, ...rest };
};

/** What is wrong with a file of this size. */
export const sizeFaults = (file: string, bytes: number): Fault[] =>
  bytes > MAX_FILE_BYTES
    ? [{ file, path: '', value: `${bytes} bytes`, expected: `at most ${MAX_FILE_BYTES} bytes` }]
    : [];

const readText = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    // Bounded by itself, since the file may have grown since it was looked at.
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_FILE_BYTES) });
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      buffer.subarray(0, bytesRead),
    );
  } finally {
    await file.close();
  }
};

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'this file or folder, which is missing',
  ENOTDIR: 'a folder',
  EISDIR: 'a plain file',
  ELOOP: 'a file, not links that lead in a circle',
  EACCES: 'a file that this process may read',
  EPERM: 'a file that this process may read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'text in UTF-8',
};

/** A fault without the machine's paths, which the error's own message holds. */
const unreadable = (file: string, error: unknown): Fault => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? String(error.code)
      : 'unknown error';
  return { file, path: '', expected: MEANINGS[code] ?? `a readable file (${code})` };
};
