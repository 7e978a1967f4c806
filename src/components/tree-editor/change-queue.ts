/**
 * Brings the changes of a tree to the server: one after another, each as a unit, and into the cached tree when it has
 * succeeded. What is pending is laid over the cached tree, so a change that fails simply drops out of the picture.
 */
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { type ChangeRules, runSteps, type Send, UnitError, withIds } from './changes.ts';

/** The changes of one tree that are on their way to the server. */
export interface ChangeQueue<Change> {
  /** The oldest first. */
  readonly pending: Store<readonly Change[]>;
  /** The ids that stand for older ones by now: of what was provisional, or has been created again. */
  readonly ids: () => ReadonlyMap<string, string>;
  readonly addIds: (ids: ReadonlyMap<string, string>) => void;
  /** How far a change of many calls has come; null between such changes. */
  readonly progress: Store<{ readonly done: number; readonly total: number } | null>;
  /** Runs after the changes sent before; the change is pending until then. */
  readonly send: <Result>(change: Change, act: () => Promise<Result>) => Promise<Result>;
}

function createQueue<Change>(): ChangeQueue<Change> {
  const ahead = createOptimisticChanges<Change>();
  let ids: ReadonlyMap<string, string> = new Map();
  /** The last of what was sent. It never rejects. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    pending: ahead.all,
    ids: () => ids,
    addIds: (more) => (ids = new Map([...ids, ...more])),
    progress: createStore<{ done: number; total: number } | null>(null),
    send(change, act) {
      const sent = last.then(act);
      last = sent.catch(() => undefined);
      return ahead.run(change, () => sent);
    },
  };
}

/** The queues of the trees of one kind, by the name of the tree. They last as long as the page. */
export function createChangeQueues<Change>(): (name: string) => ChangeQueue<Change> {
  const queues = new Map<string, ChangeQueue<Change>>();
  return (name) => {
    const queue = queues.get(name) ?? createQueue<Change>();
    queues.set(name, queue);
    return queue;
  };
}

/** A tree in the cache of what the server has answered. */
export interface CachedTree<Tree> {
  /** What is known; asks the server only where nothing is. */
  readonly load: () => Promise<Tree>;
  /** What is true now. */
  readonly loadNow: () => Promise<Tree>;
  readonly known: () => Tree | undefined;
  readonly update: (change: (tree: Tree) => Tree) => void;
  /** Drops an answer that is on its way: it would put an old picture back for a moment. */
  readonly cancel: () => Promise<void>;
}

/** The tree that a query keeps. */
export function cachedTree<Tree, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Tree, Error, Tree, Key>,
): CachedTree<Tree> {
  const { queryKey } = options;
  return {
    load: () => queryClient.ensureQueryData(options),
    loadNow: () => queryClient.fetchQuery({ ...options, staleTime: 0 }),
    known: () => queryClient.getQueryData<Tree>(queryKey),
    update: (change) => void queryClient.setQueryData<Tree>(queryKey, (tree) => tree && change(tree)),
    cancel: () => queryClient.cancelQueries({ queryKey, exact: true }),
  };
}

/** What became of a change, for a screen that lists them. */
export interface Outcome {
  readonly text: string;
  readonly outcome: 'done' | 'undone' | 'repeated' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

/** Everything that the queue has to know of a tree; each screen passes its own. */
export interface TreePolicy<Tree, Change, Request, Capabilities> {
  readonly queue: ChangeQueue<Change>;
  readonly cache: CachedTree<Tree>;
  readonly rules: ChangeRules<Tree, Change, Request, Capabilities>;
  /** What leads from one tree back to another. `isWhole` is false where something cannot be brought back. */
  back(after: Tree, before: Tree): { change: Change; isWhole: boolean };
  /** What the server understands. */
  capabilities(): Promise<Capabilities>;
  readonly send: Send<Request>;
  /** The names of members of changes and requests that hold texts, in which no ids are exchanged. */
  readonly texts?: ReadonlySet<string>;
  /** Ids that others stand for after a unit, beside those of what it created. */
  replacedIds?(created: ReadonlyMap<string, string>, tree: Tree): ReadonlyMap<string, string>;
  /** Whether the server is asked for the present tree before something is undone. */
  readonly loadsBeforeUndo: boolean;
  /** Fetches anew what a change affects; called when nothing is pending any more. */
  refresh(change: Change): void;
  /** The text of a failure, where it is more than the reason. */
  describeFailure?(done: string): string;
  /** Whether a failed change is offered again: what was written is gone from its field by then. */
  canRetry(change: Change): boolean;
  /** What is asked before a change from the past is made. */
  confirmation?(past: Change): Confirmation | null;
  onOutcome?(outcome: Outcome): void;
}

/** What a change came to. */
export interface Done<Change> {
  /** The change with the ids that the server gave. */
  readonly change: Change;
  /** What takes it back. */
  readonly opposite: Change;
}

function withKnownIds<Change>(
  { queue, texts }: Pick<TreePolicy<unknown, Change, unknown, never>, 'queue' | 'texts'>,
  change: Change,
): Change {
  return withIds(change, queue.ids(), texts);
}

/** The tree with everything in it that is pending. */
export function withPending<Tree, Change>(
  policy: Pick<TreePolicy<Tree, Change, unknown, never>, 'queue' | 'rules' | 'texts'>,
  tree: Tree,
  pending: readonly Change[],
): Tree {
  return pending.reduce((current, change) => policy.rules.apply(current, withKnownIds(policy, change)), tree);
}

/** The `ApiError` behind a failed unit; it says so when part of the unit could not be taken back. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof UnitError)) return error;
  const { cause, undone } = error;
  if (undone || !(cause instanceof ApiError)) return cause;
  const { status, message, details, requestId, operation } = cause;
  const more = `${message} Part of the change was saved and couldn’t be reverted.`;
  return new ApiError({ status, message: more, details, requestId, operation });
}

async function execute<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  requested: Change,
  isPast: boolean,
): Promise<Done<Change>> {
  const { queue, cache, rules } = policy;
  const tree = await (isPast && policy.loadsBeforeUndo ? cache.loadNow() : cache.load());
  const change = withKnownIds(policy, requested);
  const reason = rules.check(tree, change, isPast);
  if (reason !== null) throw new ApiError({ status: 409, message: reason, operation: 'change a tree' });
  const capabilities = await policy.capabilities();
  const opposite = rules.invert(tree, change);
  const created = await runSteps({
    tree,
    steps: rules.plan(tree, change, capabilities),
    send: policy.send,
    texts: policy.texts,
    planBack: (reached) => {
      const { change: back, isWhole } = policy.back(reached, tree);
      return { steps: rules.plan(reached, back, capabilities), isWhole };
    },
    onProgress: (done, total) => total > 8 && queue.progress.set({ done, total }),
  }).catch((error: unknown) => {
    throw causeOf(error);
  });
  queue.addIds(policy.replacedIds?.(created, tree) ?? created);
  const done = { change: withKnownIds(policy, change), opposite: withKnownIds(policy, opposite) };
  await cache.cancel();
  cache.update((known) => rules.apply(known, done.change));
  return done;
}

/**
 * Sends a change. It waits for those sent before it.
 *
 * @param isPast it undoes or repeats something, so it must not overwrite what others have done since
 * @returns what it came to; rejects with the `ApiError` of what was refused
 */
async function submitChange<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  change: Change,
  isPast: boolean,
): Promise<Done<Change>> {
  const { queue, cache } = policy;
  const sent = queue.send(change, () => execute(policy, change, isPast));
  void cache.cancel();
  try {
    return await sent;
  } finally {
    queue.progress.set(null);
    if (queue.pending.get().length === 0) policy.refresh(change);
  }
}

/**
 * Makes a change and records it: as undoable, or as failed. For dialogs and forms, which show failures themselves.
 *
 * @param shown the tree as the user sees it, which gives the words
 */
export function saveChange<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  shown: Tree,
  change: Change,
): Promise<Done<Change>> {
  const text = policy.rules.describe(shown, change);
  const screen = currentScreen.get();
  const recorded = submitChange(policy, change, false).then(
    (done) => {
      policy.onOutcome?.({ text, outcome: 'done' });
      let { opposite } = done;
      const repeat = async (outcome: 'undone' | 'repeated') => {
        ({ opposite } = await submitChange(policy, opposite, true));
        policy.onOutcome?.({ text, outcome });
      };
      const ask = () => policy.confirmation?.(withKnownIds(policy, opposite)) ?? null;
      recordUndoable({
        label: text,
        screen,
        undo: () => repeat('undone'),
        redo: () => repeat('repeated'),
        confirmations: { undo: ask, redo: ask },
      });
      return done;
    },
    (error: unknown) => {
      policy.onOutcome?.({ text, outcome: 'failed', reason: errorMessage(error) });
      throw error;
    },
  );
  awaitBeforeUndo(recorded);
  return recorded;
}

/** Like `saveChange`, for gestures: a toast shows a failure. */
export async function performChange<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  shown: Tree,
  change: Change,
): Promise<void> {
  try {
    await saveChange(policy, shown, change);
  } catch (error) {
    const retry = () => void performChange(policy, shown, change);
    toastFailure(explained(policy, shown, change, error), policy.canRetry(change) ? retry : undefined);
  }
}

function explained<Tree, Change>(
  policy: Pick<TreePolicy<Tree, Change, unknown, never>, 'rules' | 'describeFailure'>,
  shown: Tree,
  change: Change,
  error: unknown,
): unknown {
  const text = policy.describeFailure?.(policy.rules.describe(shown, change));
  if (!(error instanceof ApiError) || text === undefined) return error;
  const { status, requestId, operation } = error;
  return new ApiError({ status, requestId, operation, message: `${text}. ${error.message}` });
}
