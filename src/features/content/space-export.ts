import { exportSpaceContent, listSpaces } from '#api/generated/sdk.gen.ts';
import type { Organization, Space } from '#api/generated/types.gen.ts';
import type { PageQuery } from '#src/api/paging.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { type ContentTree, ancestorTitlesOf } from './content-tree.ts';
import { onlyDeleted } from './trash.ts';

/** Fetches pages of an organization's spaces. */
const fetchSpacePages =
  (organizationId: string, filter: { deleted?: boolean; title?: string }) =>
  async (page: PageQuery, signal: AbortSignal) => {
    const query = { ...filter, ...page };
    return (await listSpaces({ path: { organizationId }, query, signal, throwOnError: true })).data;
  };

/** Exports all spaces with their collections. */
export function exportSpaces({ id, title }: Organization, tree: ContentTree): void {
  exportList<Space>({
    title: `Spaces in ${title}`,
    noun: 'space',
    fetchPage: fetchSpacePages(id, {}),
    headings: [
      'title',
      'collections',
      'default access',
      'locked',
      'visibility',
      'open change requests',
      'open comments',
      'created',
      'updated',
      'id',
    ],
    toRows: (spaces) =>
      spaces.map((space) => [
        space.title,
        tree.nodes.has(space.id) ? ancestorTitlesOf(tree, space.id).join(' › ') : '',
        space.defaultLevel ?? 'none',
        space.editMode === 'locked' ? 'yes' : 'no',
        space.visibility,
        space.changeRequestsOpen,
        space.comments,
        space.createdAt,
        space.updatedAt,
        space.id,
      ]),
  });
}

/**
 * Exports deleted spaces that can still be restored.
 *
 * @param q part of the title
 */
export function exportTrash({ id, title }: Organization, q: string | undefined): void {
  const deleted = fetchSpacePages(id, { deleted: true, ...(q !== undefined && { title: q }) });
  exportList<Space>({
    title: `Trash in ${title}`,
    noun: 'deleted space',
    fetchPage: async (page, signal) => onlyDeleted(await deleted(page, signal)),
    headings: ['title', 'deleted', 'created', 'id'],
    toRows: (spaces) =>
      spaces.map((space) => [space.title, space.deletedAt ?? '', space.createdAt, space.id]),
  });
}

/** Downloads the pages and files of a space as an archive; shows a failure. */
export async function exportSpaceFiles({ id }: Pick<Space, 'id'>): Promise<void> {
  try {
    const { data } = await exportSpaceContent({ path: { spaceId: id }, throwOnError: true });
    location.assign(data.url);
  } catch (error) {
    toastFailure(error);
  }
}
