// @module-tag without-database
import { describe, expect, it, vi } from 'vitest';
import { Limiter } from './limiter.ts';

const LIMITS = { maxRunning: 3, maxRunningPerKey: 2, maxWaiting: 5, maxWaitingPerKey: 2, timeoutMs: 10_000 };

/** Tasks that record their start and end on demand. */
function createTasks(limiter: Limiter) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string, signal?: AbortSignal) =>
    limiter.run(
      key,
      async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      { signal },
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, start, end };
}

describe('Limiter', () => {
  it('makes the third task of one organization wait while another one is served', async () => {
    const { started, start, end } = createTasks(new Limiter(LIMITS));
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1')];
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a1', 'b1', 'a3']) await end(name);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('serves waiting organizations round robin, regardless of arrival', async () => {
    const { started, start, end } = createTasks(new Limiter({ ...LIMITS, maxRunning: 1 }));
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => start(name.charAt(0), name));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
    await Promise.all(all);
  });

  it("rejects with Retry-After when too many of one organization wait, but not another one's", async () => {
    const { start, end } = createTasks(new Limiter(LIMITS));
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name));
    await expect(start('a', 'a5')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    all.push(start('b', 'b1'));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await end(name);
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('rejects and removes tasks that have waited too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { started, start, end } = createTasks(new Limiter({ ...LIMITS, maxRunning: 1 }));
    const first = start('a', 'a1');
    const late = start('a', 'a2').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await late).toMatchObject({ status: 429 });
    await end('a1');
    await first;
    expect(started).toEqual(['a1']);
  });

  it('takes a task whose caller has disconnected out of the queue, and lets the next one in', async () => {
    const { started, start, end } = createTasks(new Limiter({ ...LIMITS, maxWaiting: 1, maxRunning: 1 }));
    const first = start('a', 'a1');
    const goneCaller = new AbortController();
    const leftTask = start('a', 'a2', goneCaller.signal).catch((error: unknown) => error);
    goneCaller.abort('gone');
    expect(await leftTask).toBe('gone');
    const third = start('a', 'a3', new AbortController().signal);
    await expect(start('b', 'b1', goneCaller.signal)).rejects.toBe('gone');
    for (const name of ['a1', 'a3']) await end(name);
    expect(await Promise.all([first, third])).toEqual(['a1', 'a3']);
    goneCaller.abort();
    expect(started).toEqual(['a1', 'a3']);
  });

  it('frees its slot after a failure', async () => {
    const limiter = new Limiter({ ...LIMITS, maxRunning: 1 });
    const fail = async () => {
      throw new Error('no luck');
    };
    await expect(limiter.run('a', fail)).rejects.toThrow('no luck');
    expect(await limiter.run('a', async () => 'done')).toBe('done');
  });
});
