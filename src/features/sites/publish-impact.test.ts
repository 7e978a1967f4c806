import { expect, it } from 'vitest';
import type { SitePublishingCheck, SiteStructure, SpaceBrokenLinks } from '#api/generated/types.gen.ts';
import { describePublication } from './publish-impact.ts';

const siteSpace = (title: string, condition?: string) => ({
  object: 'site-space',
  title,
  space: { id: title.toLowerCase() },
  ...(condition !== undefined && { condition }),
});
const section = (...siteSpaces: object[]) => ({ object: 'site-section', title: 'Section', siteSpaces });
const group = (...sections: object[]) => ({ object: 'site-section-group', title: 'Group', sections });
const structureOf = (...structure: object[]) => ({ structure }) as unknown as SiteStructure;
const broken = (id: string, title: string, count: number) =>
  ({ space: { id, title }, broken: count }) as SpaceBrokenLinks;

/** Without the characters that isolate names. */
const describe = (
  ...[structure, isApplied = false, found]: Partial<Parameters<typeof describePublication>>
) =>
  describePublication(structure ?? structureOf(), isApplied, found).map((text) =>
    text.replaceAll(/[\u2068\u2069]/g, ''),
  );

it('names the spaces that visitors see, wherever they are in the structure', () => {
  expect(describe(structureOf(siteSpace('Guide')))).toEqual(['Visitors see Guide.']);
  const sections = structureOf(
    section(siteSpace('Guide')),
    group(section(siteSpace('API'), siteSpace('API'))),
  );
  expect(describe(sections)).toEqual(['Visitors see Guide and API.']);
  const many = structureOf(...['A', 'B', 'C', 'D', 'E'].map((title) => siteSpace(title)));
  expect(describe(many)).toEqual(['Visitors see A, B, C, and 2 more.']);
});

it('says that an empty site has no pages', () => {
  expect(describe()).toEqual(['Visitors find no pages: it has no spaces yet.']);
});

it('says whether conditions hide anything', () => {
  const conditional = structureOf(siteSpace('Guide'), siteSpace('Beta', 'visitor.claims.beta'));
  expect(describe(conditional, true)[1]).toBe('1 item only for visitors who meet a condition.');
  expect(describe(conditional)[1]).toBe('Adaptive content is off: 1 condition without effect.');
});

it('counts the broken links of the site’s spaces only', () => {
  const brokenLinks = [broken('guide', 'Guide', 2), broken('other', 'Other', 5), broken('api', 'API', 0)];
  expect(describe(structureOf(siteSpace('Guide'), siteSpace('API')), true, { brokenLinks })).toEqual([
    'Visitors see Guide and API.',
    '2 broken links in “Guide”.',
  ]);
});

it('counts the pages, and names those whose conditions can’t be read as meant', () => {
  const finding = (title: string, problem: string) => ({
    space: { id: 'guide', title: 'Guide', emoji: '' },
    page: { id: title, title },
    problem,
  });
  const checkOf = (pages: number, ...conditions: object[]) =>
    ({ object: 'site-publishing-check', pages, conditions }) as SitePublishingCheck;
  const guide = structureOf(siteSpace('Guide'));
  expect(describe(guide, true, { check: checkOf(1) })).toEqual(['Visitors see Guide, 1 page.']);
  const check = checkOf(34, finding('Open', 'unclosed'), finding('Odd', 'unreadable'));
  expect(describe(guide, true, { check })).toEqual([
    'Visitors see Guide, 34 pages.',
    '“Open” in “Guide” has a condition without an end, which hides the rest of the page.',
    '“Odd” in “Guide” has a condition that can’t be read, which hides what is in it.',
  ]);
  const many = Array.from({ length: 7 }, (_, index) => finding(`Page ${index}`, 'unopened'));
  expect(describe(guide, true, { check: checkOf(34, ...many) }).at(-1)).toBe(
    '2 more pages with such conditions.',
  );
});
