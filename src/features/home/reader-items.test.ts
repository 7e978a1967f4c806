import { expect, test } from 'vitest';
import { addressItems, deadLinkItems, pageItems, searchItems } from './reader-items.ts';

const site = { id: 'docs', title: 'Docs' };
const space = { id: 'guide', title: 'Guide', emoji: '' };
const page = { id: 'install', title: 'Install', path: 'install', spaceId: 'guide' };

test('leads from words without a result to a change request about them', () => {
  const [first, second] = searchItems('org', [
    { site, words: 'bolts', count: 4, space },
    { site, words: 'nuts', count: 1 },
  ]);
  expect(first).toMatchObject({
    text: 'bolts',
    detail: 'has no result in Docs',
    badge: { text: '4 searches' },
    action: 'Write a page',
    link: { params: { spaceId: 'guide' }, search: { about: 'bolts' } },
  });
  // Without a space that they can see, they see the figures.
  expect(second).toMatchObject({ action: 'Open Insights', link: { params: { siteId: 'docs' } } });
});

test('leads from a broken address to a redirect for it', () => {
  expect(addressItems('org', [{ site, path: '/lost', count: 3 }])).toMatchObject([
    {
      text: '/lost',
      badge: { text: '3 requests' },
      action: 'Add a redirect',
      link: { params: { siteId: 'docs' }, search: { dialog: 'new', from: '/lost' } },
    },
  ]);
});

test('leads from answers and dead links to their pages', () => {
  expect(pageItems('org', [{ site, page, count: 1 }])).toMatchObject([
    {
      text: 'Install',
      badge: { text: '1 answer' },
      link: { params: { spaceId: 'guide', pageId: 'install' } },
    },
  ]);
  const finding = { object: 'site-finding', id: 'one', kind: 'dead-link' } as const;
  const detail = 'https://gone.example';
  expect(deadLinkItems('org', [{ ...finding, space, page, line: 3, detail }])).toMatchObject([
    {
      text: 'Install',
      detail: 'links to https://gone.example',
      action: 'Edit',
      link: { search: { line: 3 } },
    },
  ]);
});
