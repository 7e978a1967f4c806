import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type ArchivedFile, writeZip } from '#server/base/zip-archive.ts';
import { type BranchFile, type BranchNote, listFiles } from './list-files.ts';
import { ObjectFolder } from './object-folder.ts';
import { RepositoryError } from './repository-error.ts';

export interface BranchArchiving {
  gitdir: string;
  commit: string;
  /** Without slashes at both ends; empty for the root of the repository. */
  directory: string;
  /** Where the archive is written. */
  file: string;
}

export interface BranchArchive {
  /** Whether the directory is there. */
  isPresent: boolean;
  /** What is left out. */
  notes: BranchNote[];
}

/** As the archives of hosts have it. */
const OUTER_FOLDER = 'repository';
/** Of all files together, unpacked: the same object may be there any number of times. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Writes the files of a directory of a commit as a ZIP archive, with one folder around them. */
export async function archiveBranch(archiving: BranchArchiving): Promise<BranchArchive> {
  const { gitdir, commit, directory, file } = archiving;
  const folder = new ObjectFolder(gitdir);
  const { tree } = await folder.readCommit(commit);
  const { files, notes, isPresent } = await listFiles(folder, { tree, directory });
  await pipeline(writeZip(readFiles(folder, files)), createWriteStream(file));
  return { isPresent, notes };
}

async function* readFiles(
  folder: ObjectFolder,
  files: readonly BranchFile[],
): AsyncGenerator<ArchivedFile, void, undefined> {
  let total = 0;
  for (const { path, oid } of files) {
    const bytes = await folder.readBlob(oid);
    total += bytes.length;
    if (total > MAX_BYTES)
      throw new RepositoryError('too-large', 'The files of the branch are larger than 1 GiB together.');
    yield { path: `${OUTER_FOLDER}/${path}`, bytes };
  }
}
