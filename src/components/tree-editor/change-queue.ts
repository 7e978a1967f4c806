/**
 * Sends the changes of a tree to the server in order and applies each to the cached tree after it has succeeded.
 * Pending changes are laid over the cached tree, so a failed one needs no rollback.
 */
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import {
  awaitBeforeUndo,
  currentScreen,
  recordUndoable,
  type UndoableChange,
} from '#src/components/undo/undo.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { type ChangeRules, runSteps, type Send, type Step, UnitError, withIds } from './changes.ts';

/** The pending changes of one tree. */
export interface ChangeQueue<Change> {
  /** The oldest first. */
  readonly pending: Store<readonly Change[]>;
  /** Current ids by previous ones: provisional ids, and ids of items that were created again. */
  readonly ids: () => ReadonlyMap<string, string>;
  readonly addIds: (ids: ReadonlyMap<string, string>) => void;
  /** Progress of a change with many requests; null otherwise. */
  readonly progress: Store<{ readonly done: number; readonly total: number } | null>;
  /** Runs after earlier changes; the change is pending until it is done. */
  readonly send: <Result>(change: Change, act: () => Promise<Result>) => Promise<Result>;
}

function createQueue<Change>(): ChangeQueue<Change> {
  const ahead = createOptimisticChanges<Change>();
  let ids: ReadonlyMap<string, string> = new Map();
  /** The last change sent. Never rejects. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    pending: ahead.all,
    ids: () => ids,
    addIds: (more) => (ids = new Map([...ids, ...more])),
    progress: createStore<{ done: number; total: number } | null>(null),
    send(change, act) {
      const result = last.then(act);
      last = result.catch(() => undefined);
      return ahead.run(change, () => result);
    },
  };
}

/** The queues of one kind of tree, by the tree's name. They last until the page is closed. */
export function createChangeQueues<Change>(): (name: string) => ChangeQueue<Change> {
  const queues = new Map<string, ChangeQueue<Change>>();
  return (name) => {
    const queue = queues.get(name) ?? createQueue<Change>();
    queues.set(name, queue);
    return queue;
  };
}

/** A tree in the query cache. */
export interface CachedTree<Tree> {
  /** The cached tree; fetched if there is none. */
  readonly load: () => Promise<Tree>;
  /** The tree, always fetched. */
  readonly fetch: () => Promise<Tree>;
  readonly cached: () => Tree | undefined;
  readonly update: (change: (tree: Tree) => Tree) => void;
  /** Cancels a running fetch, whose response would briefly show a previous state. */
  readonly cancel: () => Promise<void>;
}

/** The cached tree of a query. */
export function cachedTree<Tree, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Tree, Error, Tree, Key>,
): CachedTree<Tree> {
  const { queryKey } = options;
  return {
    load: () => queryClient.ensureQueryData(options),
    fetch: () => queryClient.fetchQuery({ ...options, staleTime: 0 }),
    cached: () => queryClient.getQueryData<Tree>(queryKey),
    update: (change) => void queryClient.setQueryData<Tree>(queryKey, (tree) => tree && change(tree)),
    cancel: () => queryClient.cancelQueries({ queryKey, exact: true }),
  };
}

/** The outcome of a change, for a screen that lists them. */
export interface Outcome {
  readonly text: string;
  readonly outcome: 'done' | 'undone' | 'repeated' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

/** Where changes are gathered. */
export interface GatherChange<Tree, Request> {
  /** Adds a change, described in the past tense, with the tree after it. Resolves to its id in the draft. */
  add(summary: string, steps: readonly Step<Tree, Request>[], after: Tree): Promise<string>;
  /** Takes changes out of the draft again. */
  remove(ids: readonly string[]): Promise<void>;
}

/** The rules of one kind of tree for the queue; each screen has its own. */
export interface TreePolicy<Tree, Change, Request, Capabilities> {
  readonly queue: ChangeQueue<Change>;
  readonly cache: CachedTree<Tree>;
  readonly rules: ChangeRules<Tree, Change, Request, Capabilities>;
  /** The change from one tree back to another. `isWhole` is false if something can't be restored. */
  revertChange(after: Tree, before: Tree): { change: Change; isComplete: boolean };
  capabilities(): Promise<Capabilities>;
  readonly send: Send<Request>;
  /** Puts the requests of a change into a draft instead of sending them. */
  readonly gather?: GatherChange<Tree, Request>;
  /** The title that an item has on the server; undefined if the item was deleted. */
  fetchTitle(id: string): Promise<string | undefined>;
  /** Fields of changes and requests that hold text, in which ids are not replaced. */
  readonly texts?: ReadonlySet<string>;
  /** Further ids replaced by a change, besides those of created items. */
  replacedIds?(created: ReadonlyMap<string, string>, tree: Tree): ReadonlyMap<string, string>;
  /** Whether the tree is fetched before a change is undone. */
  readonly loadsBeforeUndo: boolean;
  /** Refetches what a change affects; called when no change is pending. */
  refresh(change: Change): void;
  /** What a change that was made has done beside what its name says. */
  effectOf?(shown: Tree, change: Change): Pick<UndoableChange, 'detail' | 'open'> | null;
  /** A longer message for a failed change. */
  describeFailure?(done: string): string;
  /** Whether a failed change offers a retry, because its field no longer holds the text. */
  canRetry(change: Change): boolean;
  /** The confirmation before a change by hand. */
  confirmationBefore?(tree: Tree, change: Change): Confirmation | null;
  /** The confirmation before undo or redo. */
  confirmation?(past: Change): Confirmation | null;
  onOutcome?(outcome: Outcome): void;
}

/** The result of a change. */
export interface Done<Change> {
  /** The change with the server's ids. */
  readonly change: Change;
  /** The change that undoes it. */
  readonly opposite: Change;
  /** Its ids in a draft that it was added to. */
  readonly gathered?: readonly string[];
}

function withKnownIds<Change>(
  { queue, texts }: Pick<TreePolicy<unknown, Change, unknown, never>, 'queue' | 'texts'>,
  change: Change,
): Change {
  return withIds(change, queue.ids(), texts);
}

/** The tree with pending changes. */
export function withPending<Tree, Change>(
  policy: Pick<TreePolicy<Tree, Change, unknown, never>, 'queue' | 'rules' | 'texts'>,
  tree: Tree,
  pending: readonly Change[],
): Tree {
  return pending.reduce((current, change) => policy.rules.apply(current, withKnownIds(policy, change)), tree);
}

/** The `ApiError` of a failed change. Its message says if the change was only partly reverted. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof UnitError)) return error;
  const { cause, undone } = error;
  if (undone || !(cause instanceof ApiError)) return cause;
  const { status, message, details, requestId, operation } = cause;
  const more = `${message} Part of the change was saved and couldn’t be reverted.`;
  return new ApiError({ status, message: more, details, requestId, operation });
}

/** Sends the requests of a change to the server. */
async function sendSteps<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  tree: Tree,
  requested: Change,
  isPast: boolean,
): Promise<Done<Change>> {
  const { queue, rules } = policy;
  const change = withKnownIds(policy, requested);
  const reason = rules.check(tree, change, isPast);
  if (reason !== null) throw new ApiError({ status: 409, message: reason, operation: 'change a tree' });
  const capabilities = await policy.capabilities();
  const opposite = rules.invert(tree, change);
  if (policy.gather) {
    const steps = rules.plan(tree, change, capabilities);
    if (steps.length === 0) return { change, opposite };
    const id = await policy.gather.add(rules.describe(tree, change), steps, rules.apply(tree, change));
    return { change, opposite, gathered: [id] };
  }
  const created = await runSteps({
    tree,
    steps: rules.plan(tree, change, capabilities),
    send: policy.send,
    texts: policy.texts,
    planRevert: (reached) => {
      const { change: revert, isComplete } = policy.revertChange(reached, tree);
      return { steps: rules.plan(reached, revert, capabilities), isComplete };
    },
    onProgress: (done, total) => total > 8 && queue.progress.set({ done, total }),
  }).catch((error: unknown) => {
    throw causeOf(error);
  });
  queue.addIds(policy.replacedIds?.(created, tree) ?? created);
  return { change: withKnownIds(policy, change), opposite: withKnownIds(policy, opposite) };
}

/** Parts of a change are made, and one was refused. */
export class PartlyDoneError<Change> extends ApiError {
  readonly done: Done<Change>;
  /** How many parts are made, of how many. */
  readonly count: number;
  readonly total: number;

  constructor(cause: ApiError, done: Done<Change>, count: number, total: number) {
    const { status, details, requestId, operation } = cause;
    const message = `${formatNumber(count)} of ${formatNumber(total)} are done. ${cause.message}`;
    super({ status, message, details, requestId, operation });
    this.done = done;
    this.count = count;
    this.total = total;
  }
}

/**
 * Makes a change, its parts one after another. The cached tree gets all parts at once: pending changes already show them,
 * and each further tree renders again.
 */
async function execute<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  change: Change,
  isPast: boolean,
): Promise<Done<Change>> {
  const { queue, rules, cache } = policy;
  let base: Tree = await (isPast && policy.loadsBeforeUndo ? cache.fetch() : cache.load());
  let tree = base;
  const parts = rules.partsOf(change) ?? [change];
  const name = rules.describe(base, change);
  const made: Done<Change>[] = [];
  const join = (): Done<Change> => ({
    change: rules.join(
      made.map((part) => part.change),
      name,
    ),
    opposite: rules.join(made.map((part) => part.opposite).toReversed(), name),
    ...(policy.gather && { gathered: made.flatMap((part) => part.gathered ?? []) }),
  });
  const updateCache = async () => {
    const joined = join().change;
    await cache.cancel();
    cache.update((cached) => rules.apply(cached, joined));
  };
  for (const part of parts) {
    const cached = cache.cached() ?? base;
    // Fetched again since: others have changed it. A draft has the parts in it already.
    if (cached !== base) tree = policy.gather ? cached : rules.apply(cached, join().change);
    base = cached;
    try {
      const done = await sendSteps(policy, tree, part, isPast);
      made.push(done);
      tree = rules.apply(tree, done.change);
    } catch (caught) {
      const error = parts.length === 1 ? caught : explained(policy, tree, part, caught);
      if (made.length === 0) throw error;
      await updateCache();
      throw error instanceof ApiError ? new PartlyDoneError(error, join(), made.length, parts.length) : error;
    }
    if (parts.length > 1) queue.progress.set({ done: made.length, total: parts.length });
  }
  await updateCache();
  return join();
}

/**
 * Sends a change after all earlier ones.
 *
 * @param isPast for undo and redo, which must not overwrite later changes by others
 * @returns the result; rejects with the `ApiError`
 */
async function submitChange<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  change: Change,
  isPast: boolean,
): Promise<Done<Change>> {
  const { queue, cache } = policy;
  const result = queue.send(change, () => execute(policy, change, isPast));
  void cache.cancel();
  try {
    return await result;
  } finally {
    queue.progress.set(null);
    if (queue.pending.get().length === 0) policy.refresh(change);
  }
}

/**
 * Makes a change and records it for undo, or as failed. For dialogs and forms, which show errors themselves.
 *
 * @param shown the tree as the user sees it, for the description
 */
export function saveChange<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  shown: Tree,
  change: Change,
): Promise<Done<Change>> {
  const text = policy.rules.describe(shown, change);
  const screen = currentScreen.get();
  const recordUndo = (done: Done<Change>, label: string) => {
    policy.onOutcome?.({ text: label, outcome: 'done' });
    let last = done;
    const repeat = async (outcome: 'undone' | 'repeated') => {
      if (!policy.gather) last = await submitChange(policy, last.opposite, true);
      else if (outcome === 'undone') await policy.gather.remove(last.gathered ?? []);
      else last = await submitChange(policy, done.change, true);
      policy.onOutcome?.({ text: label, outcome });
    };
    const confirmation = () => policy.confirmation?.(withKnownIds(policy, last.opposite)) ?? null;
    recordUndoable({
      label,
      screen,
      ...policy.effectOf?.(shown, change),
      undo: () => repeat('undone'),
      redo: () => repeat('repeated'),
      confirmations: { undo: confirmation, redo: confirmation },
    });
  };
  const recorded = submitChange(policy, change, false).then(
    (saved) => {
      recordUndo(saved, text);
      return saved;
    },
    (error: unknown) => {
      if (error instanceof PartlyDoneError) {
        const { done: saved, count, total } = error;
        recordUndo(saved, `${text} (${formatNumber(count)} of ${formatNumber(total)})`);
      }
      policy.onOutcome?.({ text, outcome: 'failed', reason: errorMessage(error) });
      throw error;
    },
  );
  awaitBeforeUndo(recorded);
  return recorded;
}

/** Like `saveChange`, but shows a failure as a toast. */
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
