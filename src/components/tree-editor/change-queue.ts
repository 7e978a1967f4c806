import { createAhead } from '#src/lib/ahead.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** The changes of one tree that are on their way to the server. */
export interface ChangeQueue<Change> {
  /** The oldest first. */
  readonly pending: Store<readonly Change[]>;
  /** The ids that stand for older ones by now: of what was provisional, or has been created again. */
  readonly ids: () => ReadonlyMap<string, string>;
  readonly addIds: (ids: ReadonlyMap<string, string>) => void;
  /** How far a change of many calls has come; null between such changes. */
  readonly progress: Store<{ readonly done: number; readonly total: number } | null>;
  /** Acts after what was sent before; the change is pending meanwhile. */
  readonly send: <Result>(change: Change, act: () => Promise<Result>) => Promise<Result>;
}

function createQueue<Change>(): ChangeQueue<Change> {
  const ahead = createAhead<Change>();
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
      return ahead.during(change, () => sent);
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
