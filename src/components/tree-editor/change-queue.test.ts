import { describe, expect, it } from 'vitest';
import { undoLast } from '#src/components/undo/undo.ts';
import { createChangeQueues, saveChange, type TreePolicy } from './change-queue.ts';

type Names = readonly string[];

/** Gathers names in a draft whose changes have the ids 1, 2 and so on. A change of several names has a part for each. */
function gatheringPolicy() {
  const draft: string[] = [];
  const removed: string[] = [];
  let tree: Names = [];
  const policy: TreePolicy<Names, Names, string, null> = {
    queue: createChangeQueues<Names>()('draft'),
    cache: {
      load: () => Promise.resolve(tree),
      fetch: () => Promise.resolve(tree),
      cached: () => tree,
      update: () => undefined,
      cancel: () => Promise.resolve(),
    },
    rules: {
      describe: (_, change) => change.join(' '),
      apply: (names, change) => [...names, ...change],
      invert: (_, change) => change,
      check: () => null,
      plan: (_, [name = '']) => [{ request: name, apply: (names: Names) => [...names, name] }],
      partsOf: (change) => (change.length > 1 ? change.map((name) => [name]) : null),
      join: (changes) => changes.flat(),
    },
    revertChange: (_, before) => ({ change: before, isComplete: true }),
    capabilities: () => Promise.resolve(null),
    send: () => Promise.reject(new Error('A draft sends nothing.')),
    gather: {
      add(summary, _, after) {
        draft.push(`${summary}: ${after.join(' ')}`);
        tree = [...tree, summary];
        return Promise.resolve(String(draft.length));
      },
      remove: (ids) => Promise.resolve(void removed.push(...ids)),
    },
    fetchTitle: () => Promise.resolve(undefined),
    loadsBeforeUndo: false,
    refresh: () => undefined,
    canRetry: () => false,
  };
  return { policy, draft, removed };
}

describe('the changes of a tree', () => {
  it('are sent one after another, and are pending until then', async () => {
    const queue = createChangeQueues<string>()('site');
    const log: string[] = [];
    const send = (name: string) =>
      queue.send(name, async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
      });
    const results = [send('first'), send('second')];
    expect(queue.pending.get()).toEqual(['first', 'second']);
    await Promise.all(results);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(queue.pending.get()).toEqual([]);
  });

  it('do not wait for those of another tree, and continue after a failed one', async () => {
    const queueOf = createChangeQueues<string>();
    const failed = queueOf('one').send('rejected', () => Promise.reject(new Error('no')));
    expect(queueOf('one').pending.get()).toEqual(['rejected']);
    expect(queueOf('other').pending.get()).toEqual([]);
    await expect(failed).rejects.toThrow('no');
    await expect(queueOf('one').send('next', () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('in a draft are taken out of it by undo, each part of them, and each part is made once', async () => {
    const { policy, draft, removed } = gatheringPolicy();
    await saveChange(policy, [], ['one', 'two', 'three']);
    expect(draft).toEqual(['one: one', 'two: one two', 'three: one two three']);
    await undoLast();
    expect(removed).toEqual(['1', '2', '3']);
  });
});
