/** Requests that change the content tree. */
import {
  getCollection,
  getSpace,
  moveCollection,
  moveSpace,
  updateCollection,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import type { ContentItem, ContentMove, ContentNeighbor } from '#api/generated/types.gen.ts';
import { createSend, createsNothing, type RequestOf } from '#src/components/tree-editor/changes.ts';
import { parentOf, targetId, TOP, type Move } from '#src/lib/ordered-tree.ts';
import type { ContentTree } from './content-tree.ts';

type SpacePath = { spaceId: string };
type CollectionPath = { collectionId: string };
type Title = { title: string };

const table = {
  moveSpace: (path: SpacePath, body: ContentMove) =>
    createsNothing(moveSpace({ path, body, throwOnError: true })),
  moveCollection: (path: CollectionPath, body: ContentMove) =>
    createsNothing(moveCollection({ path, body, throwOnError: true })),
  updateSpace: (path: SpacePath, body: Title) =>
    createsNothing(updateSpace({ path, body, throwOnError: true })),
  updateCollection: (path: CollectionPath, body: Title) =>
    createsNothing(updateCollection({ path, body, throwOnError: true })),
};

export type ContentRequest = RequestOf<typeof table>;

export const sendContentRequest = createSend(table);

/** The title that an item has now. */
export async function fetchTitle(item: ContentItem | undefined): Promise<string | undefined> {
  if (!item) return undefined;
  const fresh = { cache: 'no-store', throwOnError: true } as const;
  const { data } =
    item.kind === 'space'
      ? await getSpace({ path: { spaceId: item.id }, ...fresh })
      : await getCollection({ path: { collectionId: item.id }, ...fresh });
  return data.title;
}

function toNeighbor(tree: ContentTree, id: string): ContentNeighbor {
  return tree.nodes.get(id)?.kind === 'collection'
    ? { type: 'collection', collection: id }
    : { type: 'space', space: id };
}

/** The request body of a move. */
export function moveBody(tree: ContentTree, move: Move): ContentMove {
  const parent = parentOf(tree, move) ?? TOP;
  const into = { parent: parent === TOP ? null : parent };
  if ('into' in move) return into;
  const neighbor = toNeighbor(tree, targetId(move));
  return { ...into, position: 'before' in move ? { before: neighbor } : { after: neighbor } };
}

export function moveRequest(tree: ContentTree, move: Move): ContentRequest {
  const body = moveBody(tree, move);
  return tree.nodes.get(move.id)?.kind === 'space'
    ? { operation: 'moveSpace', path: { spaceId: move.id }, body }
    : { operation: 'moveCollection', path: { collectionId: move.id }, body };
}

export function renameRequest(tree: ContentTree, id: string, title: string): ContentRequest {
  return tree.nodes.get(id)?.kind === 'space'
    ? { operation: 'updateSpace', path: { spaceId: id }, body: { title } }
    : { operation: 'updateCollection', path: { collectionId: id }, body: { title } };
}
