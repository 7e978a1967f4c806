/** Changes of a change request, computed from documented operations: for servers without a list of changes. */
import {
  listChangeRequestFiles,
  listChangeRequestPages,
  listSpaceFiles,
  listSpacePages,
} from '#api/generated/sdk.gen.ts';
import type { ContentChange, ContentChanges, File } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import type { PageChange } from '../differences/compare-trees.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { comparePages } from './changed-pages.ts';

/** Compares pages and files of a change request with the space's current ones. */
export async function compareWithSpace(
  path: ChangeRequestPath,
  limit: number | undefined,
  signal: AbortSignal,
): Promise<ContentChanges> {
  const more = { path, signal, throwOnError: true } as const;
  const [before, after, previousFiles, files] = await Promise.all([
    listSpacePages({ ...more, query: { computed: false } }),
    listChangeRequestPages({ ...more, query: { computed: false } }),
    fetchAllPages(async (query) => (await listSpaceFiles({ ...more, query })).data, { signal }),
    fetchAllPages(async (query) => (await listChangeRequestFiles({ ...more, query })).data, {
      signal,
    }),
  ]);
  const { changed } = comparePages(before.data.pages, after.data.pages);
  const changes = [...changed.map(toChange), ...compareFiles(previousFiles, files)];
  const max = limit ?? changes.length;
  return { base: '', revision: '', changes: changes.slice(0, max), more: changes.length > max };
}

function toChange({ kind, edited, moved, renamed, fields, base, next }: PageChange): ContentChange {
  const page = (next ?? base)?.page;
  if (!page) throw new Error('A page that differs is on one side at least.');
  const { id, title, type, path = '', emoji } = page;
  const previous = kind === 'changed' ? base?.page : undefined;
  return {
    type:
      kind === 'added'
        ? 'page_created'
        : kind === 'deleted'
          ? 'page_deleted'
          : edited || renamed || fields.length > 0
            ? 'page_edited'
            : 'page_moved',
    page: {
      id,
      title,
      path,
      type,
      attributes: [...fields, ...(moved ? ['order'] : [])],
      ...(emoji !== undefined && { emoji }),
      ...(previous && previous.title !== title && { previousTitle: previous.title }),
      ...(previous?.path !== undefined && previous.path !== path && { previousPath: previous.path }),
    },
  };
}

/** Changed files by name, size and type: the documented lists report nothing else about the content. */
function compareFiles(before: readonly File[], now: readonly File[]): ContentChange[] {
  const previousById = new Map(before.map((file) => [file.id, file]));
  const present = new Set(now.map(({ id }) => id));
  const toFile = ({ id, name, contentType, size }: File) => ({ id, name, contentType, size });
  return [
    ...now.flatMap((file): ContentChange[] => {
      const previous = previousById.get(file.id);
      if (!previous) return [{ type: 'file_created', file: toFile(file) }];
      const isSame =
        previous.name === file.name &&
        previous.size === file.size &&
        previous.contentType === file.contentType;
      return isSame ? [] : [{ type: 'file_edited', file: toFile(file) }];
    }),
    ...before
      .filter(({ id }) => !present.has(id))
      .map((file): ContentChange => ({ type: 'file_deleted', file: toFile(file) })),
  ];
}
