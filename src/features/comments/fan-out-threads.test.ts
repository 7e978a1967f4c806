import { describe, expect, it } from 'vitest';
import type { ListPage } from '#src/api/paging.ts';
import { threadsFrom } from './fan-out-threads.ts';

const spaces = Array.from({ length: 10 }, (_, index) => ({ id: `space${index}` }));

const threadsIn = ({ id }: { id: string }) =>
  Promise.resolve([{ id: `in ${id}`, postedAt: `2026-01-1${id.slice(-1)}` }]);

/** A clock that goes on by some milliseconds whenever it is read. */
const clock = (step: number) => {
  let time = 0;
  return () => (time += step);
};

describe('threadsFrom', () => {
  it('has all comments on one page where a server answers soon, newest first', async () => {
    const { items, next, count } = await threadsFrom(spaces, '', threadsIn, clock(0));
    expect(items.map(({ id }) => id)).toEqual(spaces.map(({ id }) => `in ${id}`).toReversed());
    expect([next, count]).toEqual([undefined, 10]);
  });

  it('shows the first comments where answers take long, and goes on behind them', async () => {
    const pages: string[][] = [];
    for (let page: string | undefined = ''; page !== undefined;) {
      const fetched: ListPage<{ id: string }> = await threadsFrom(spaces, page, threadsIn, clock(5000));
      pages.push(fetched.items.map(({ id }) => id));
      page = fetched.next?.page;
    }
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(new Set(pages.flat()).size).toBe(10);
  });

  it('looks on until it finds a comment', async () => {
    const onlyLast = (space: { id: string }) =>
      space.id === 'space9' ? threadsIn(space) : Promise.resolve([]);
    const { items } = await threadsFrom(spaces, '', onlyLast, clock(5000));
    expect(items.map(({ id }) => id)).toEqual(['in space9']);
  });

  it('ends at a space that was deleted', async () => {
    expect(await threadsFrom(spaces, 'deleted', threadsIn)).toEqual({ items: [] });
  });
});
