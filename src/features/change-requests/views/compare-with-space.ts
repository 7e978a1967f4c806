/** What a change request changes, found by the documented operations alone: for servers without a list of that. */
import {
  listChangeRequestFiles,
  listChangeRequestPages,
  listSpaceFiles,
  listSpacePages,
} from '#api/generated/sdk.gen.ts';
import type { ContentChange, ContentChanges, File } from '#api/generated/types.gen.ts';
import { gatherAll } from '#src/api/gather.ts';
import type { ChangeRequestPath } from '../change-request-words.ts';
import type { PageChange } from '../differences/compare-trees.ts';
import { comparePages } from './changed-pages.ts';

/** Compares the pages and files of a change request with those of its space as it is now. */
export async function compareWithSpace(
  path: ChangeRequestPath,
  limit: number | undefined,
  signal: AbortSignal,
): Promise<ContentChanges> {
  const more = { path, signal, throwOnError: true } as const;
  const [before, after, formerFiles, files] = await Promise.all([
    listSpacePages(more),
    listChangeRequestPages(more),
    gatherAll(async (query) => (await listSpaceFiles({ ...more, query })).data, { signal }),
    gatherAll(async (query) => (await listChangeRequestFiles({ ...more, query })).data, {
      signal,
    }),
  ]);
  const { changed } = comparePages(before.data.pages, after.data.pages);
  const changes = [...changed.map(toChange), ...compareFiles(formerFiles, files)];
  const most = limit ?? changes.length;
  return { base: '', revision: '', changes: changes.slice(0, most), more: changes.length > most };
}

function toChange({ kind, edited, moved, renamed, facts, base, next }: PageChange): ContentChange {
  const page = (next ?? base)?.page;
  if (!page) throw new Error('A page that differs is on one side at least.');
  const { id, title, type, path = '', emoji } = page;
  const was = kind === 'changed' ? base?.page : undefined;
  return {
    type:
      kind === 'added'
        ? 'page_created'
        : kind === 'deleted'
          ? 'page_deleted'
          : edited || renamed || facts.length > 0
            ? 'page_edited'
            : 'page_moved',
    page: {
      id,
      title,
      path,
      type,
      attributes: [...facts, ...(moved ? ['order'] : [])],
      ...(emoji !== undefined && { emoji }),
      ...(was && was.title !== title && { previousTitle: was.title }),
      ...(was?.path !== undefined && was.path !== path && { previousPath: was.path }),
    },
  };
}

/** Files that differ: by name, size or kind, which is all that the documented lists tell of what is in them. */
function compareFiles(before: readonly File[], now: readonly File[]): ContentChange[] {
  const former = new Map(before.map((file) => [file.id, file]));
  const present = new Set(now.map(({ id }) => id));
  const toFile = ({ id, name, contentType, size }: File) => ({ id, name, contentType, size });
  return [
    ...now.flatMap((file): ContentChange[] => {
      const was = former.get(file.id);
      if (!was) return [{ type: 'file_created', file: toFile(file) }];
      const isSame = was.name === file.name && was.size === file.size && was.contentType === file.contentType;
      return isSame ? [] : [{ type: 'file_edited', file: toFile(file) }];
    }),
    ...before
      .filter(({ id }) => !present.has(id))
      .map((file): ContentChange => ({ type: 'file_deleted', file: toFile(file) })),
  ];
}
