import { describe, expect, it } from 'vitest';
import { createChangeQueues } from './change-queue.ts';

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
});
