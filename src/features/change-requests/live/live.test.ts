import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '#src/api/log/request-log.ts';
import { ownChangeOf } from './own-changes.ts';
import { throttle } from './throttle.ts';

const request = (change: Partial<LoggedRequest>): LoggedRequest => ({
  number: 1,
  screen: '/',
  method: 'POST',
  path: '/v1/spaces/docs/change-requests/1/comments',
  origin: '',
  body: null,
  at: 1000,
  status: 201,
  durationMs: 50,
  requestId: null,
  ...change,
});

describe('an event about a change of this person', () => {
  const detectOwnChange = (now: number, ...changes: Partial<LoggedRequest>[]) =>
    ownChangeOf(
      changes.map((change) => request(change)),
      'docs',
      now,
    );

  it('is about this tab if it has just changed the space', () => {
    expect(detectOwnChange(1060, {})).toBe('done');
    expect(detectOwnChange(3549, {})).toBe('done');
    expect(detectOwnChange(3550, {})).toBe('none');
  });

  it('may be about a change that is not answered yet', () => {
    expect(detectOwnChange(1010, { status: null, durationMs: null })).toBe('pending');
    expect(detectOwnChange(1010, {}, { status: null, durationMs: null })).toBe('pending');
  });

  it('is about another tab if this one changed nothing, or another space, or in vain', () => {
    expect(detectOwnChange(1060)).toBe('none');
    expect(detectOwnChange(1060, { method: 'GET' })).toBe('none');
    expect(detectOwnChange(1060, { path: '/v1/spaces/docs-2/change-requests/1/comments' })).toBe('none');
    for (const status of [0, 409, 503]) expect(detectOwnChange(1060, { status })).toBe('none');
  });
});

describe('reading again', () => {
  /** Runs and pauses that a test ends. */
  function start() {
    const ends: (() => void)[] = [];
    const pauses: number[] = [];
    const run = throttle(
      () => new Promise<void>((resolve) => ends.push(resolve)),
      async (milliseconds) => {
        pauses.push(milliseconds);
      },
    );
    const end = async () => {
      ends.at(-1)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { run, end, started: () => ends.length, pauses };
  }

  it('happens at once, and once more for all requests in between', async () => {
    const { run, end, started, pauses } = start();
    run();
    expect(started()).toBe(1);
    run();
    run();
    expect(started()).toBe(1);
    await end();
    expect(started()).toBe(2);
    await end();
    expect(started()).toBe(2);
    run();
    expect(started()).toBe(3);
    expect(pauses).toEqual([1000, 1000, 1000]);
  });

  it('goes on after one that failed', async () => {
    let runs = 0;
    const run = throttle(
      async () => {
        runs += 1;
        throw new Error('No connection.');
      },
      async () => undefined,
    );
    run();
    run();
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(2);
  });
});
