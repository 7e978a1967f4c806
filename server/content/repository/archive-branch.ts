import { Zip, ZipDeflate } from 'fflate';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type BranchNote, listFiles } from './list-files.ts';
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
  const output = createWriteStream(file);
  const archive = new Zip((error, bytes) => {
    if (error) output.destroy(error);
    else output.write(bytes);
  });
  let total = 0;
  for (const { path, oid } of files) {
    const bytes = await folder.readBlob(oid);
    total += bytes.length;
    if (total > MAX_BYTES)
      throw new RepositoryError('too-large', 'The files of the branch are larger than 1 GiB together.');
    const entry = new ZipDeflate(`${OUTER_FOLDER}/${path}`, { level: 6 });
    archive.add(entry);
    entry.push(bytes, true);
    if (output.writableNeedDrain) await once(output, 'drain');
  }
  archive.end();
  output.end();
  await finished(output);
  return { isPresent, notes };
}
