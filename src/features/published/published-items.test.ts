import { expect, it } from 'vitest';
import type { SiteStructure } from '#api/generated/types.gen.ts';
import { lastChangeOf, listPublishedItems } from './published-items.ts';

const siteSpace = (id: string, updatedAt: string, icon?: string) => ({
  object: 'site-space',
  id,
  space: { emoji: '⛵', updatedAt, ...(icon !== undefined && { icon }) },
});
const structureOf = (...structure: object[]) => ({ structure }) as unknown as SiteStructure;

it('has the icons of all items, and the last change of each space', () => {
  const section = (id: string, ...siteSpaces: object[]) => ({ object: 'site-section', id, siteSpaces });
  const items = listPublishedItems(
    structureOf(
      siteSpace('flat', '2026-03-01T10:00:00Z', 'book'),
      { object: 'site-section-group', id: 'group', icon: 'gear', sections: [section('inner')] },
      { ...section('section', siteSpace('v1', '2026-03-02T10:00:00Z')), icon: 'rocket' },
      { object: 'unknown', id: 'odd' },
    ),
  );
  expect([...items]).toEqual([
    ['flat', { emoji: '⛵', icon: 'book', changedAt: '2026-03-01T10:00:00Z' }],
    ['group', { icon: 'gear' }],
    ['inner', {}],
    ['section', { icon: 'rocket' }],
    ['v1', { emoji: '⛵', changedAt: '2026-03-02T10:00:00Z' }],
  ]);
  expect(lastChangeOf(items)).toBe('2026-03-02T10:00:00Z');
});

it('says nothing of a change that the space does not report', () => {
  expect(lastChangeOf(listPublishedItems(structureOf()))).toBeUndefined();
  expect(lastChangeOf(listPublishedItems(structureOf(siteSpace('odd', ''))))).toBeUndefined();
});
