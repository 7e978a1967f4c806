// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languagesOf } from '#server/content/search/site-languages.ts';
import {
  firstPlace,
  resolvePlace,
  siteSpaceUrl,
  type SiteTree,
  type TreeSection,
  type TreeSiteSpace,
  visibleTree,
} from './site-tree.ts';

const siteSpace = (path: string, fields: Partial<TreeSiteSpace> = {}): TreeSiteSpace => ({
  id: `space ${path}`,
  spaceId: `space of ${path}`,
  title: path,
  emoji: '',
  icon: '',
  path,
  isDefault: false,
  condition: null,
  ...fields,
});

const section = (
  path: string,
  siteSpaces: TreeSiteSpace[],
  fields: Partial<TreeSection> = {},
): TreeSection => ({
  id: `section ${path}`,
  title: path,
  icon: null,
  description: null,
  path,
  isDefault: false,
  isNamed: true,
  condition: null,
  group: null,
  siteSpaces,
  ...fields,
});

const treeOf = (...sections: TreeSection[]): SiteTree => ({ version: '1', sections, hasConditions: true });

const main = (path: string) => siteSpace(path, { isDefault: true });

describe('the place at an address', () => {
  const tree = treeOf(
    section('start', [main('en'), siteSpace('de')], { isDefault: true }),
    section('api', [main('v2'), siteSpace('v1'), siteSpace('v1/beta')]),
    section('api/tools', [main('cli')]),
  );
  const at = (path: string) => {
    const place = resolvePlace(tree, path.split('/').filter(Boolean));
    return place && [place.section.path, place.siteSpace.path, place.rest.join('/')];
  };

  it.each([
    ['', ['start', 'en', '']],
    ['guides/install', ['start', 'en', 'guides/install']],
    ['de/guides', ['start', 'de', 'guides']],
    ['en/guides', ['start', 'en', 'en/guides']],
    ['api', ['api', 'v2', '']],
    ['api/users', ['api', 'v2', 'users']],
    ['api/v1/users', ['api', 'v1', 'users']],
    ['api/v1/beta/users', ['api', 'v1/beta', 'users']],
    ['api/tools/build', ['api/tools', 'cli', 'build']],
  ])('"%s" is the longest path of a section, then of a site space', (path, place) => {
    expect(at(path)).toEqual(place);
  });

  it('is undefined where the default is hidden; its address then leads to the first visible one', () => {
    const hidden = visibleTree(
      treeOf(
        section('start', [main('en')], { isDefault: true, condition: 'no' }),
        section('api', [siteSpace('v2', { isDefault: true, condition: 'no' }), siteSpace('v1')]),
      ),
      () => false,
    );
    expect(resolvePlace(hidden, [])).toBeUndefined();
    expect(resolvePlace(hidden, ['api'])).toBeUndefined();
    const place = firstPlace(hidden);
    expect(place && siteSpaceUrl('/s/', place)).toBe('/s/api/v1/');
  });

  it('is what its own address leads to', () => {
    const path = fc.constantFrom('a', 'b', 'a/b', 'b/c', 'de', 'ü');
    const items = fc.uniqueArray(path, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(path, items), { minLength: 1, selector: ([name]) => name }),
        (plan) => {
          const made = treeOf(
            ...plan.map(([name, spaces], index) =>
              section(
                name,
                spaces.map((space, at) => siteSpace(space, { id: `${name} ${space}`, isDefault: at === 0 })),
                { isDefault: index === 0 },
              ),
            ),
          );
          for (const one of made.sections) {
            for (const entry of one.siteSpaces) {
              const url = siteSpaceUrl('/', { section: one, siteSpace: entry });
              const segments = url.split('/').filter(Boolean).map(decodeURIComponent);
              const place = resolvePlace(made, segments);
              // A longer path of another section or site space wins over it, and then it is that one.
              if (place?.siteSpace.id === entry.id) expect(place.rest).toEqual([]);
              else
                expect(segments.join('/')).toContain(
                  place?.section.isDefault ? place.siteSpace.path : place?.section.path,
                );
            }
          }
        },
      ),
    );
  });
});

describe('the content that a visitor sees', () => {
  const tree = treeOf(
    section('a', [main('one'), siteSpace('two', { condition: 'two' })]),
    section('b', [siteSpace('three', { condition: 'three' })]),
    section('c', [main('four')], { condition: 'c' }),
  );
  const seenBy = (...claims: string[]) => visibleTree(tree, (condition) => claims.includes(condition));
  const namesOf = ({ sections }: SiteTree) =>
    sections.map(({ path, siteSpaces }) => [path, ...siteSpaces.map((entry) => entry.path)].join(' '));

  it('is everything whose conditions hold, without sections that would be empty', () => {
    expect(namesOf(seenBy())).toEqual(['a one']);
    expect(namesOf(seenBy('two', 'c'))).toEqual(['a one two', 'c four']);
    expect(namesOf(seenBy('three'))).toEqual(['a one', 'b three']);
  });

  it('has the same key for all who see the same, whatever is hidden from them', () => {
    expect(seenBy('else').key).toBe(seenBy().key);
    expect(seenBy('two').key).not.toBe(seenBy().key);
    const changed = treeOf(...tree.sections.slice(0, 2), section('c', [main('other')], { condition: 'c' }));
    expect(visibleTree({ ...changed, version: '2' }, () => false).key).toBe(seenBy().key);
  });
});

describe('languages of site spaces', () => {
  it('are those that paths name', () => {
    const languages = languagesOf(
      { siteSpaces: [main('heron'), siteSpace('de'), siteSpace('pt-br'), siteSpace('v1')] },
      'en',
    );
    expect([...languages]).toEqual([
      ['space heron', 'en'],
      ['space de', 'de'],
      ['space pt-br', 'pt-BR'],
    ]);
  });

  it('are none where only one path looks like a language', () => {
    expect(languagesOf({ siteSpaces: [main('guide'), siteSpace('is')] }, 'en').size).toBe(0);
  });
});
