import { bytesIdOf, type StoredContent, type StoredFileRef } from '../pages/storage.ts';
import { chooseSide } from './merge-page.ts';

/** A file that both versions changed differently. */
export interface FileConflict {
  fileId: string;
  /** `name`, `content`, or `file` if one version deleted what the other changed. */
  attributes: string[];
}

/** The result of merging files. */
interface MergedFiles {
  /** Files in conflict have the change request's version, or the only one. */
  files: StoredFileRef[];
  conflicts: FileConflict[];
}

interface FileVersions {
  base: Pick<StoredContent, 'files'>;
  space: Pick<StoredContent, 'files'>;
  request: Pick<StoredContent, 'files'>;
}

/** Merges the files of two versions with the same base: names and bytes each by themselves. */
export function mergeFiles(versions: FileVersions): MergedFiles {
  // Lists of revisions that changed no file are the same object.
  if (versions.base.files === versions.request.files) return { files: versions.space.files, conflicts: [] };
  if (versions.base.files === versions.space.files) return { files: versions.request.files, conflicts: [] };
  const [base, space, request] = [versions.base, versions.space, versions.request].map(
    ({ files }) => new Map(files.map((file) => [file.id, file])),
  );
  const conflicts: FileConflict[] = [];
  const ids = new Set([...versions.space.files, ...versions.request.files].map(({ id }) => id));
  const files = [...ids].flatMap((fileId) => {
    const previous = base?.get(fileId);
    const [ours, theirs] = [space?.get(fileId), request?.get(fileId)];
    const merged = ours && theirs ? mergeFile(previous, ours, theirs) : remaining(previous, ours ?? theirs);
    if (!merged) return [];
    if (merged.attributes.length > 0) conflicts.push({ fileId, attributes: merged.attributes });
    return [merged.file];
  });
  return { files, conflicts };
}

interface MergedFile {
  file: StoredFileRef;
  attributes: string[];
}

function mergeFile(
  base: StoredFileRef | undefined,
  space: StoredFileRef,
  request: StoredFileRef,
): MergedFile {
  const name = chooseSide(base?.name, space.name, request.name);
  const content = chooseSide(base && bytesIdOf(base), bytesIdOf(space), bytesIdOf(request));
  // Where it is in a repository is merged without a question, like that of pages.
  const place = chooseSide(base?.git?.path, space.git?.path, request.git?.path);
  const placed = place === 'space' ? space : request;
  const { git, ...fields } = content === 'space' ? space : request;
  const moved = placed.git?.path === git?.path ? git : placed.git;
  const file = { ...fields, name: (name === 'space' ? space : request).name, ...(moved && { git: moved }) };
  const attributes = Object.entries({ name, content }).flatMap(([field, side]) =>
    side === 'conflict' ? [field] : [],
  );
  return { file, attributes };
}

/** A file that one version has: new, changed there and deleted by the other, or (undefined) deleted. */
function remaining(base: StoredFileRef | undefined, left: StoredFileRef | undefined): MergedFile | undefined {
  if (!left) return undefined;
  if (!base) return { file: left, attributes: [] };
  const isChanged = base.name !== left.name || bytesIdOf(base) !== bytesIdOf(left);
  return isChanged ? { file: left, attributes: ['file'] } : undefined;
}
