import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSequence } from '#src/lib/ordered-tree.ts';
import { applyMove, checkMove, checkMoves } from './move-rules.ts';
import { buildStructure, type SiteStructure } from './structure.ts';
import { anyMove, group, picture, section, siteSpace } from './testing/structures.ts';

const site = buildStructure([
  group('Guides', [section('Billing', ['en', 'de']), section('Teams')]),
  section('Help', ['v1']),
  group('More'),
]);

const flat = buildStructure([siteSpace('a'), siteSpace('b'), siteSpace('c')]);

describe('applyMove', () => {
  it('moves a section before, after and into', () => {
    expect(picture(applyMove(site, { id: 'Help', before: 'Guides' }))).toBe(
      'Help(v1) Guides[Billing(en de) Teams(Teams-a)] More[]',
    );
    expect(picture(applyMove(site, { id: 'Help', after: 'Billing' }))).toBe(
      'Guides[Billing(en de) Help(v1) Teams(Teams-a)] More[]',
    );
    expect(picture(applyMove(site, { id: 'Billing', into: 'More' }))).toBe(
      'Guides[Teams(Teams-a)] Help(v1) More[Billing(en de)]',
    );
    expect(picture(applyMove(site, { id: 'Billing', into: '' }))).toBe(
      'Guides[Teams(Teams-a)] Help(v1) More[] Billing(en de)',
    );
  });

  it('passes on the default when its site space leaves, and keeps the condition', () => {
    const moved = applyMove(site, { id: 'en', after: 'v1' });
    expect(picture(moved)).toBe('Guides[Billing(de) Teams(Teams-a)] Help(v1 en) More[]');
    expect(moved.nodes.get('de')).toMatchObject({ isDefault: true });
    expect(moved.nodes.get('en')).toMatchObject({ isDefault: false });
    expect(moved.nodes.get('v1')).toMatchObject({ isDefault: true });
  });

  it('makes the path of a site space unique in its new section', () => {
    const duplicates = buildStructure([section('S', ['x', 'y']), section('T', ['z'])]);
    const same: SiteStructure = {
      ...duplicates,
      nodes: new Map(duplicates.nodes).set('z', siteSpace('z', { path: 'y', isDefault: true }).node),
    };
    expect(applyMove(same, { id: 'y', after: 'z' }).nodes.get('y')).toMatchObject({ path: 'y-1' });
  });

  it('reorders the site spaces of a flat site', () => {
    expect(picture(applyMove(flat, { id: 'c', before: 'a' }))).toBe('c a b');
  });

  it('returns the same reference for denied, unknown and ineffective moves', () => {
    for (const move of [
      { id: 'gone', before: 'Help' },
      { id: 'Help', after: 'gone' },
      { id: 'Help', after: 'Help' },
      { id: 'Help', after: 'Guides' },
      { id: 'Guides', into: 'More' },
    ]) {
      expect(applyMove(site, move)).toBe(site);
    }
  });

  it('keeps every id exactly once, whatever the move', () => {
    fc.assert(
      fc.property(anyMove, ({ structure, move }) => {
        const after = applyMove(structure, move);
        const childIds = [...after.children.values()].flat();
        expect(childIds.toSorted()).toEqual([...structure.nodes.keys()].toSorted());
        for (const [parent, list] of after.children) {
          for (const id of list) expect(after.parents.get(id)).toBe(parent);
        }
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyMove, ({ structure, move }) => {
        const once = applyMove(structure, move);
        expect(applyMove(once, move)).toBe(once);
      }),
    );
  });
});

describe('checkMove', () => {
  it('explains why a move is denied', () => {
    const reasons = {
      'A group can’t be inside another group.': { id: 'Guides', into: 'More' },
      'Groups stay at the top level.': { id: 'Guides', before: 'v1' },
      'A section can’t be inside another section.': { id: 'Help', into: 'Billing' },
      'A site space must be in a section.': { id: 'de', before: 'Help' },
      '“v1” is the only site space of “Help”, and a section needs one.': { id: 'v1', into: 'Billing' },
      'The target is no longer in the structure.': { id: 'Help', before: 'gone' },
      'The item is no longer in the structure.': { id: 'gone', before: 'Help' },
    };
    for (const [reason, move] of Object.entries(reasons)) expect(checkMove(site, move)).toBe(reason);
  });

  it('denies the same space twice in one section', () => {
    const twice = buildStructure([
      { ...section('S', []), children: [siteSpace('a', { spaceId: 'x' }), siteSpace('b')] },
      { ...section('T', []), children: [siteSpace('c', { spaceId: 'x' }), siteSpace('d')] },
    ]);
    expect(checkMove(twice, { id: 'a', after: 'c' })).toBe('The space “a” is already in this section.');
    expect(checkMove(twice, { id: 'b', after: 'c' })).toBeNull();
  });
});

describe('moveSequence', () => {
  it('keeps the given order after the first item', () => {
    const moves = moveSequence(['Teams', 'Billing'], { before: 'Help' });
    expect(picture(moves.reduce(applyMove, site))).toBe(
      'Guides[] Teams(Teams-a) Billing(en de) Help(v1) More[]',
    );
  });

  it('is checked as a whole: the last site space of a section can’t leave', () => {
    expect(checkMoves(site, ['en'], { after: 'v1' })).toBeNull();
    expect(checkMoves(site, ['en', 'de'], { after: 'v1' })).toBe(
      '“de” is the only site space of “Billing”, and a section needs one.',
    );
    expect(checkMoves(site, ['Help', 'Billing'], { after: 'Help' })).toBe(
      'An item can’t be moved next to itself.',
    );
  });
});
