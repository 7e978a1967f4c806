// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallerGoneError } from '#server/base/errors.ts';
import { SharedReads } from './shared-reads.ts';

/** A read that ends on command. */
function openRead<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  let starts = 0;
  const read = () => {
    starts += 1;
    return promise;
  };
  return { read, resolve, reject, count: () => starts };
}

describe('SharedReads', () => {
  it('begins one more read for all who ask while one runs', async () => {
    const reads = new SharedReads<string>();
    const first = openRead<string>();
    const second = openRead<string>();
    const third = openRead<string>();
    const asked = [
      reads.get('a', first.read),
      reads.get('a', second.read),
      reads.get('a', third.read),
      reads.get('b', async () => 'other'),
    ];
    expect(await asked[3]).toBe('other');
    expect([first.count(), second.count(), third.count()]).toEqual([1, 0, 0]);
    first.resolve('old');
    second.resolve('new');
    expect(await Promise.all(asked)).toEqual(['old', 'new', 'new', 'other']);
    expect([second.count(), third.count()]).toEqual([1, 0]);
  });

  it('reads again for the others where the caller who reads has disconnected', async () => {
    const reads = new SharedReads<string>();
    const first = openRead<string>();
    const goneRead = openRead<string>();
    const asked = [
      reads.get('a', first.read),
      reads.get('a', goneRead.read),
      reads.get('a', async () => 'theirs'),
    ];
    const outcomes = Promise.allSettled(asked);
    first.resolve('first');
    goneRead.reject(new CallerGoneError());
    expect(await outcomes).toMatchObject([{ value: 'first' }, { status: 'rejected' }, { value: 'theirs' }]);
  });

  it('fails for all whose read failed, and for none after them', async () => {
    const reads = new SharedReads<string>();
    const first = openRead<string>();
    const asked = [reads.get('a', first.read), reads.get('a', async () => 'next')];
    const outcomes = Promise.allSettled(asked);
    first.reject(new Error('no'));
    expect(await outcomes).toMatchObject([{ status: 'rejected' }, { value: 'next' }]);
    expect(await reads.get('a', async () => 'later')).toBe('later');
  });

  it('never answers with what was read before it was asked', async () => {
    const step = fc.constantFrom('change', 'ask', 'ask', 'end a read');
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 40 }), async (scheduler, steps) => {
        const reads = new SharedReads<number>();
        const asked: Promise<{ known: number; seen: number }>[] = [];
        let state = 0;
        const read = async () => {
          const firstState = state;
          await scheduler.schedule(Promise.resolve(), 'read');
          return firstState;
        };
        for (const each of steps) {
          const firstState = state;
          if (each === 'change') state += 1;
          else if (each === 'ask')
            asked.push(reads.get('a', read).then((seen) => ({ known: firstState, seen })));
          else if (scheduler.count() > 0) await scheduler.waitOne();
        }
        await scheduler.waitFor(Promise.all(asked));
        for (const { known, seen } of await Promise.all(asked)) expect(seen).toBeGreaterThanOrEqual(known);
      }),
    );
  });
});
