/**
 * Brings moves and new titles to the server, one after another, and into the cached tree when they have succeeded.
 * What is on its way is laid over what the server has said; a change that fails simply drops out of the picture.
 */
import { useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { moveCollection, moveSpace, updateCollection, updateSpace } from '#src/api/generated/sdk.gen.ts';
import { refresh } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { holdUndo, openScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createAhead } from '#src/lib/ahead.ts';
import { useStore } from '#src/ui/use-store.ts';
import { contentOptions } from './content-query.ts';
import { describeMove } from './content-words.ts';
import { placeOf, type ContentTree, type Place } from './content-tree.ts';
import { applyMove, checkMove, moveBack, moveBody, moveSequence, type Move, type Target } from './moves.ts';

/** One request's worth of change. */
type Change =
  | { readonly type: 'move'; readonly move: Move }
  | { readonly type: 'rename'; readonly id: string; readonly title: string };

const ahead = createAhead<{ organizationId: string; change: Change }>();
/** Changes reach the server one after another; this is the last of them. It never rejects. */
let line: Promise<unknown> = Promise.resolve();

/** The tree after a change; the same reference when it does not fit any more. */
function applyChange(tree: ContentTree, change: Change): ContentTree {
  if (change.type === 'move') return applyMove(tree, change.move);
  const item = tree.nodes.get(change.id);
  if (!item || item.title === change.title) return tree;
  return { ...tree, nodes: new Map(tree.nodes).set(change.id, { ...item, title: change.title }) };
}

/** The tree as it is shown, and how many changes are on their way. */
export function useContent(organizationId: string): { tree: ContentTree; pending: number } {
  const { data } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const all = useStore(ahead.all);
  return useMemo(() => {
    const own = all.filter((one) => one.organizationId === organizationId);
    return { tree: own.reduce((tree, { change }) => applyChange(tree, change), data), pending: own.length };
  }, [all, data, organizationId]);
}

async function sendMove(tree: ContentTree, move: Move): Promise<void> {
  const request = { body: moveBody(tree, move), throwOnError: true } as const;
  await (tree.nodes.get(move.id)?.kind === 'space'
    ? moveSpace({ ...request, path: { spaceId: move.id } })
    : moveCollection({ ...request, path: { collectionId: move.id } }));
}

async function sendTitle(tree: ContentTree, id: string, title: string): Promise<void> {
  const request = { body: { title }, throwOnError: true } as const;
  await (tree.nodes.get(id)?.kind === 'space'
    ? updateSpace({ ...request, path: { spaceId: id } })
    : updateCollection({ ...request, path: { collectionId: id } }));
}

function refreshAround(queryClient: QueryClient, organizationId: string, change: Change): void {
  if (ahead.all.get().length > 0) return;
  const id = change.type === 'move' ? change.move.id : change.id;
  void refresh(
    queryClient,
    { operation: 'listContent', path: { organizationId } },
    { operation: 'getSpace', path: { spaceId: id } },
    { operation: 'getCollection', path: { collectionId: id } },
    'listCollectionSpaces',
    'listSpaces',
  );
}

/** Sends one change after those before it; rejects with what was refused. */
function submit(
  queryClient: QueryClient,
  organizationId: string,
  changeNow: (tree: ContentTree) => Change,
  shown: Change,
): Promise<void> {
  const options = contentOptions(queryClient, organizationId);
  const sent = line.then(async () => {
    const tree = await queryClient.ensureQueryData(options);
    const change = changeNow(tree);
    const refusal = change.type === 'move' ? checkMove(tree, change.move) : null;
    if (refusal !== null) throw new ApiError({ status: 409, message: refusal, operation: 'move content' });
    if (change.type === 'move') await sendMove(tree, change.move);
    else await sendTitle(tree, change.id, change.title);
    // An answer that set out before the change would put the old picture back for a moment.
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    queryClient.setQueryData<ContentTree>(options.queryKey, (now) => now && applyChange(now, change));
  });
  line = sent.catch(() => undefined);
  const done = ahead.during({ organizationId, change: shown }, () => sent);
  void done.catch(() => undefined).finally(() => refreshAround(queryClient, organizationId, shown));
  return done;
}

/** Takes a move back, unless somebody else has moved the item elsewhere since. */
function takeBack(queryClient: QueryClient, organizationId: string, id: string, from: Place, to: string) {
  const back = (tree: ContentTree): Change => {
    if (tree.parents.get(id) !== to) {
      const message = `“${tree.nodes.get(id)?.title ?? 'The item'}” has been moved elsewhere meanwhile.`;
      throw new ApiError({ status: 409, message, operation: 'move content' });
    }
    return { type: 'move', move: moveBack(tree, id, from) };
  };
  const known = queryClient.getQueryData(contentOptions(queryClient, organizationId).queryKey);
  const shown = known ? moveBack(known, id, from) : { id, into: from.parent };
  return submit(queryClient, organizationId, back, { type: 'move', move: shown });
}

/** Moves items as one gesture: tells what was done and lets it be taken back, or tells why it failed. */
export function moveItems(
  queryClient: QueryClient,
  organizationId: string,
  shown: ContentTree,
  { ids, target }: { ids: readonly string[]; target: Target },
): void {
  const moves = moveSequence(ids, target);
  const after = moves.reduce(applyMove, shown);
  if (after === shown) return;
  const places = ids.map((id) => ({ id, from: placeOf(shown, id), to: after.parents.get(id) }));
  const run = async () => {
    await Promise.all(
      moves.map((move) => {
        const change = { type: 'move', move } as const;
        return submit(queryClient, organizationId, () => change, change);
      }),
    );
  };
  const undo = async () => {
    for (const { id, from, to } of places.toReversed()) {
      if (from && to !== undefined) await takeBack(queryClient, organizationId, id, from, to);
    }
  };
  const label = describeMove(shown, ids, target);
  const screen = openScreen.get();
  holdUndo(
    run().then(
      () => recordUndoable({ label, screen, undo, redo: run }),
      (error: unknown) => toastFailure(error),
    ),
  );
}

/** Gives an item another title; a failure is told and keeps the title, to be sent again. */
export function renameItem(
  queryClient: QueryClient,
  organizationId: string,
  item: { id: string; before: string; title: string },
): void {
  const { id, before, title } = item;
  const rename = (to: string) => {
    const change = { type: 'rename', id, title: to } as const;
    return submit(queryClient, organizationId, () => change, change);
  };
  const screen = openScreen.get();
  holdUndo(
    rename(title).then(
      () =>
        recordUndoable({
          label: `Renamed “${before}” to “${title}”`,
          screen,
          undo: () => rename(before),
          redo: () => rename(title),
        }),
      (error: unknown) => toastFailure(error, () => renameItem(queryClient, organizationId, item)),
    ),
  );
}
