// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { CallerGoneError } from '#server/base/errors.ts';
import { invalidateCounts, CountCache } from './count-cache.ts';

describe('CountCache', () => {
  it('loads a count once for each organization and key', async () => {
    const counts = new CountCache<number>();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return reads;
    };
    const together = await Promise.all([counts.get('a', 'x', read), counts.get('a', 'x', read)]);
    expect(together).toEqual([1, 1]);
    expect(await counts.get('a', 'y', read)).toBe(2);
    expect(await counts.get('b', 'x', read)).toBe(3);
    invalidateCounts('a');
    expect(await counts.get('a', 'x', read)).toBe(4);
    expect(await counts.get('b', 'x', read)).toBe(3);
  });

  it('does not cache a count that was loaded before a change and arrives after it', async () => {
    const counts = new CountCache<string>();
    let arrive: (value: string) => void = () => {};
    const slow = counts.get('a', 'x', () => new Promise((resolve) => (arrive = resolve)));
    invalidateCounts('a');
    arrive('before the change');
    expect(await slow).toBe('before the change');
    expect(await counts.get('a', 'x', async () => 'after the change')).toBe('after the change');
  });

  it('does not cache a failure', async () => {
    const counts = new CountCache<number>();
    await expect(counts.get('a', 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await counts.get('a', 'x', async () => 7)).toBe(7);
  });

  it('is loaded by another caller where the one who loads it has disconnected', async () => {
    const counts = new CountCache<number>();
    let leave: (error: Error) => void = () => {};
    const first = counts.get('a', 'x', () => new Promise((_, reject) => (leave = reject)));
    let reads = 0;
    const read = async () => {
      reads += 1;
      return 7;
    };
    const others = [counts.get('a', 'x', read), counts.get('a', 'x', read)];
    leave(new CallerGoneError());
    await expect(first).rejects.toThrow(CallerGoneError);
    expect(await Promise.all(others)).toEqual([7, 7]);
    expect(reads).toBe(1);
  });

  it('distinguishes long keys, and evicts only the oldest', async () => {
    const counts = new CountCache<number>();
    const read = (value: number) => async () => value;
    const long = 'x'.repeat(100_000);
    expect(await counts.get('a', `${long}1`, read(1))).toBe(1);
    expect(await counts.get('a', `${long}2`, read(2))).toBe(2);
    expect(await counts.get('a', `${long}1`, read(3))).toBe(1);
    for (let index = 0; index < 499; index += 1) await counts.get('a', `${index}`, read(index));
    expect(await counts.get('a', `${long}2`, read(4))).toBe(2);
    expect(await counts.get('a', `${long}1`, read(5))).toBe(5);
  });
});
