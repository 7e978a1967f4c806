import { gatherAll } from '#src/api/gather.ts';
import { listSpaces } from '#src/api/generated/sdk.gen.ts';
import type { Organization, Space } from '#src/api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { type ContentTree, wayTo } from './content-tree.ts';

/** All spaces of an organization, page after page, from a server that lists them. */
const spacesOf = (
  organizationId: string,
  filter: { deleted?: boolean; title?: string },
  signal: AbortSignal,
  onProgress: (known: number, total?: number) => void,
) =>
  gatherAll<Space>(
    async (page) => {
      const query = { ...filter, ...page };
      return (await listSpaces({ path: { organizationId }, query, signal, throwOnError: true })).data;
    },
    { signal, onProgress },
  );

/** Writes all spaces to a file, each with the collections around it. */
export function exportSpaces({ id, title }: Organization, tree: ContentTree): void {
  openTool.set({
    kind: 'export',
    job: {
      title: `Spaces of ${title}`,
      noun: 'space',
      async gather(signal, onProgress) {
        const spaces = await spacesOf(id, {}, signal, onProgress);
        return [
          [
            'title',
            'collections',
            'default level',
            'locked',
            'visibility',
            'open change requests',
            'open comments',
            'created',
            'changed',
            'id',
          ],
          ...spaces.map((space) => [
            space.title,
            tree.nodes.has(space.id) ? wayTo(tree, space.id).join(' › ') : '',
            space.defaultLevel ?? 'none',
            space.editMode === 'locked' ? 'yes' : 'no',
            space.visibility,
            space.changeRequestsOpen,
            space.comments,
            space.createdAt,
            space.updatedAt,
            space.id,
          ]),
        ];
      },
    },
  });
}

/** Writes the deleted spaces that can still be restored to a file. @param q a part of their title */
export function exportTrash({ id, title }: Organization, q: string | undefined): void {
  openTool.set({
    kind: 'export',
    job: {
      title: `Trash of ${title}`,
      noun: 'deleted space',
      async gather(signal, onProgress) {
        const filter = { deleted: true, ...(q !== undefined && { title: q }) };
        const spaces = await spacesOf(id, filter, signal, onProgress);
        return [
          ['title', 'deleted', 'created', 'id'],
          ...spaces.map((space) => [space.title, space.deletedAt ?? '', space.createdAt, space.id]),
        ];
      },
    },
  });
}
