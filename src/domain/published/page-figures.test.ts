import { expect, test } from 'vitest';
import { describeViews } from './page-figures.ts';
import { describeHelpfulness } from './page-readers.tsx';
import { toReads } from './page-reads.tsx';

const read = { page: 'install', people: 1234, agents: 56, helpful: 8, notHelpful: 2 };

test('says how often people and agents read a page', () => {
  expect(describeViews(read, 30)).toBe('1,234 views by people and 56 by agents in 30 days');
  expect(describeViews({ ...read, people: 1, agents: 0 }, 30)).toBe('1 view by people in 30 days');
});

test('says how many found a page helpful, if anybody said so', () => {
  expect(describeHelpfulness(read)).toBe('8 of 10 readers found it helpful');
  expect(describeHelpfulness({ ...read, helpful: 0, notHelpful: 1 })).toBe('0 of 1 reader found it helpful');
  expect(describeHelpfulness({ ...read, helpful: 0, notHelpful: 0 })).toBeUndefined();
});

test('marks pages that were read, and no others', () => {
  const unread = { page: 'new', people: 0, agents: 0, helpful: 0, notHelpful: 1 };
  const figures = {
    days: 30,
    sites: [],
    byPage: new Map([read, unread].map((page) => [page.page, page])),
  };
  const readsOf = toReads(figures);
  expect(readsOf?.('install')?.views).toBe('1,234 views by people and 56 by agents in 30 days');
  expect(readsOf?.('new')).toBeUndefined();
  expect(readsOf?.('missing')).toBeUndefined();
  expect(toReads(undefined)).toBeUndefined();
});
