import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { type QueueState, runMergeQueue } from './merge-queue.ts';

async function run(merge: (item: string) => Promise<string>, signal = new AbortController().signal) {
  const states: QueueState[] = ['a', 'b', 'c'].map(() => ({ status: 'waiting' }));
  const stopped = await runMergeQueue(['a', 'b', 'c'], merge, (at, state) => (states[at] = state), signal);
  return { stopped, states: states.map(({ status }) => status), all: states };
}

describe('runMergeQueue', () => {
  it('merges in order', async () => {
    const order: string[] = [];
    const { stopped, states } = await run((item) => {
      order.push(item);
      return Promise.resolve('merge');
    });
    expect([stopped, order, states]).toEqual([null, ['a', 'b', 'c'], ['merged', 'merged', 'merged']]);
  });

  it('stops at the first conflict or failure', async () => {
    const conflict = await run((item) => Promise.resolve(item === 'b' ? 'conflicts' : 'merge'));
    expect([conflict.stopped, conflict.states]).toEqual([1, ['merged', 'failed', 'waiting']]);
    const error = new ApiError({ status: 403, message: 'Not you.', operation: 'POST /merge' });
    const failed = await run(() => Promise.reject(error));
    expect(failed.all[0]).toEqual({ status: 'failed', reason: 'Not you.', hasConflicts: false });
  });

  it('skips change requests without changes', async () => {
    const { stopped, states } = await run((item) => Promise.resolve(item === 'b' ? 'empty' : 'merge'));
    expect([stopped, states]).toEqual([null, ['merged', 'empty', 'merged']]);
  });

  it('stops after the current one when canceled', async () => {
    const stop = new AbortController();
    const { stopped, states } = await run(() => {
      stop.abort();
      return Promise.resolve('merge');
    }, stop.signal);
    expect([stopped, states]).toEqual([null, ['merged', 'waiting', 'waiting']]);
  });
});
