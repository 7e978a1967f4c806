import { describe, expect, it, vi } from 'vitest';
import type { DragRules } from '#src/components/tree/tree-drag.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { siteRules } from '../structure-policy.ts';
import { buildStructure, type SiteStructure } from '../structure.ts';
import { group, picture, section, siteSpace } from '../testing/structures.ts';
import { incomingDenial, incomingId, withIncomingSpaces } from './incoming-spaces.ts';

const site = buildStructure([group('G', [section('S', ['s1'])]), section('T')]);
const spaces = ['x', 'y'].map((title) => ({ id: `space-${title}`, title, emoji: '' }));
const own = {
  validate: () => 'own',
  describe: () => 'After T',
  describeItems: () => 'T',
  drop: vi.fn<DragRules['drop']>(),
};

function rulesFor(structure: SiteStructure, pictures: string[] = []) {
  return withIncomingSpaces(own, {
    structure,
    spaceOf: (id) => spaces.find((space) => incomingId(space.id) === id),
    add(change) {
      const after = change ? siteRules.apply(structure, change) : structure;
      pictures.push(picture(after).replaceAll(/new:[-\w]+/g, (id) => after.nodes.get(id)?.title ?? id));
    },
  });
}
const ids = spaces.map(({ id }) => incomingId(id));

describe('spaces dragged into the tree', () => {
  it('become sections between sections, and site spaces in one', () => {
    const pictures: string[] = [];
    const rules = rulesFor(site, pictures);
    for (const target of [{ before: 'T' }, { into: 'G' }, { after: 's1' }]) {
      expect(rules.validate(ids, target)).toBeNull();
      rules.drop(ids, target);
    }
    expect(pictures).toEqual([
      'G[S(s1)] x(x) y(y) T(T-a)',
      'G[S(s1) x(x) y(y)] T(T-a)',
      'G[S(s1 x y)] T(T-a)',
    ]);
    expect(rules.describe(ids, { before: 'T' })).toBe('Section: After T');
    expect(rules.describe(ids, { into: 'S' })).toBe('Site space: After T');
    expect(rules.describeItems(ids)).toBe('2 spaces');
    expect(rules.describeItems(ids.slice(1))).toBe('y');
  });

  it('stay site spaces on a flat site', () => {
    const pictures: string[] = [];
    rulesFor(buildStructure([siteSpace('a')]), pictures).drop(ids, { before: 'a' });
    expect(pictures).toEqual(['x y a']);
  });

  it('are denied where they are', () => {
    const there = [{ id: 'space-s1', title: 's1', emoji: '' }];
    expect(incomingDenial(site, there, { into: 'S' })).toBe('The space “s1” is already in this section.');
    expect(incomingDenial(site, there, { into: TOP })).toBeNull();
    expect(incomingDenial(site, there, { before: 'gone' })).toBe('The target is no longer in the structure.');
  });

  it('leave the rules of items as they are', () => {
    const rules = rulesFor(site);
    expect([rules.validate(['T'], { into: 'G' }), rules.describe(['T'], { into: 'G' })]).toEqual([
      'own',
      'After T',
    ]);
    rules.drop(['T'], { into: 'G' });
    expect(own.drop).toHaveBeenCalledWith(['T'], { into: 'G' });
  });
});
