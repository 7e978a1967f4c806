import { describe, expect, it } from 'vitest';
import { adjacentTarget, neighborOf, TOP } from '#src/lib/ordered-tree.ts';
import { describeFailure } from '../labels.ts';
import { siteRules } from '../structure-policy.ts';
import { buildStructure, type SiteStructure } from '../structure.ts';
import { group, picture, section } from '../testing/structures.ts';
import type { Change } from './change.ts';
import { makeDefault } from './default.ts';
import { edit } from './edit.ts';
import { groupSections } from './group.ts';
import { DOCUMENTED_ONLY, moveTo, sortLevel } from './move.ts';
import { remove, remainingRemoval } from './remove.ts';
import { ungroup } from './ungroup.ts';

const {
  apply: applyChange,
  check,
  describe: describeChange,
  invert: invertChange,
  plan: planChange,
} = siteRules;

const site = buildStructure([
  group('Guides', [section('Start', ['en', 'de']), section('Billing')]),
  section('Help'),
  section('API'),
]);

const after = (change: Change | null, structure: SiteStructure = site) =>
  change ? picture(applyChange(structure, change)) : null;

describe('moveTo', () => {
  it('moves several items in order, and returns null if nothing would change', () => {
    expect(after(moveTo(site, ['Help', 'API'], { before: 'Guides' }))).toBe(
      'Help(Help-a) API(API-a) Guides[Start(en de) Billing(Billing-a)]',
    );
    expect(moveTo(site, ['Help'], { after: 'Guides' })).toBeNull();
    expect(moveTo(site, ['Guides'], { before: 'Billing' })).toBeNull();
  });
});

describe('neighbourOf', () => {
  it('is the next item, else the previous one, else the container', () => {
    expect(neighborOf(site, ['Guides', 'Help'])).toBe('API');
    expect(neighborOf(site, ['Help', 'API'])).toBe('Guides');
    expect(neighborOf(site, ['Start', 'Billing'])).toBe('Guides');
    expect(neighborOf(site, ['Guides', 'Help', 'API'])).toBeNull();
  });
});

describe('moving by one', () => {
  const moveByOne = (structure: SiteStructure, ids: readonly string[], direction: 1 | -1) => {
    const target = adjacentTarget(structure, ids, direction);
    return target && moveTo(structure, ids, target);
  };

  it('moves one position up or down, and stops at the ends', () => {
    expect(after(moveByOne(site, ['API'], -1))).toBe(
      'Guides[Start(en de) Billing(Billing-a)] API(API-a) Help(Help-a)',
    );
    expect(after(moveByOne(site, ['Start'], 1))).toBe(
      'Guides[Billing(Billing-a) Start(en de)] Help(Help-a) API(API-a)',
    );
    expect(moveByOne(site, ['API'], 1)).toBeNull();
    expect(moveByOne(site, ['API', 'Start'], -1)).toBeNull();
  });
});

describe('edit', () => {
  it('contains only changed fields', () => {
    const node = site.nodes.get('Help');
    if (!node) throw new Error('no Help');
    expect(edit(node, { title: 'Help', icon: null })).toBeNull();
    expect(edit(node, { title: 'Support', path: 'Help' })).toEqual({
      type: 'edit',
      id: 'Help',
      from: { title: 'Help' },
      to: { title: 'Support' },
    });
  });
});

describe('groupSections', () => {
  it('replaces the first section, and undo restores every section', () => {
    const change = groupSections(site, ['API', 'Billing'], { title: 'New', icon: null });
    const grouped = applyChange(site, change);
    expect(picture(grouped)).toBe(
      `Guides[Start(en de)] Help(Help-a) ${change.group.id}[API(API-a) Billing(Billing-a)]`,
    );
    expect(picture(applyChange(grouped, invertChange(site, change)))).toBe(picture(site));
  });

  it('is placed after the group of its first section', () => {
    const change = groupSections(site, ['Billing'], { title: 'New', icon: null });
    expect(after(change)).toBe(
      `Guides[Start(en de)] ${change.group.id}[Billing(Billing-a)] Help(Help-a) API(API-a)`,
    );
  });
});

describe('ungroup and remove', () => {
  it('dissolves a group in place', () => {
    expect(after(ungroup(site, 'Guides'))).toBe('Start(en de) Billing(Billing-a) Help(Help-a) API(API-a)');
    expect(ungroup(site, 'Help')).toBeNull();
  });

  it('removes a group with its sections, and undo restores all of it', () => {
    const change = remove(site, ['Guides']);
    if (!change) throw new Error('nothing to remove');
    expect(after(change)).toBe('Help(Help-a) API(API-a)');
    expect(planChange(site, change, DOCUMENTED_ONLY).map(({ request }) => request.operation)).toEqual([
      'deleteSiteSection',
      'deleteSiteSection',
      'deleteSiteSectionGroup',
    ]);
    expect(after(invertChange(site, change), applyChange(site, change))).toBe(picture(site));
    expect(describeChange(site, change)).toBe('Removed group “Guides” with its sections');
  });

  it('continues after a failed attempt, and keeps items added since', () => {
    const change = remove(site, ['Guides']);
    if (!change) throw new Error('nothing to remove');
    const afterFailure = buildStructure([
      group('Guides', [section('Billing'), section('New')]),
      section('Help'),
      section('API'),
    ]);
    const rest = remainingRemoval(afterFailure, change);
    expect(rest && check(afterFailure, rest, false)).toBeNull();
    expect(after(rest, afterFailure)).toBe('New(New-a) Help(Help-a) API(API-a)');
    expect(remainingRemoval(site, change)).toEqual(change);
    expect(remainingRemoval(buildStructure([section('Help')]), change)).toBeNull();
  });

  it('is denied for the only site space of a section', () => {
    const change = remove(site, ['Help-a']);
    expect(change && check(site, change, false)).toBe(
      '“Help-a” is the section’s only site space, and a section needs one.',
    );
  });
});

describe('sortLevel', () => {
  it('sorts one level as one change', () => {
    const change = sortLevel(site, TOP, 'title');
    expect(after(change)).toBe('API(API-a) Guides[Start(en de) Billing(Billing-a)] Help(Help-a)');
    expect(change && describeChange(site, change)).toBe('Sorted the top level by title');
    expect(sortLevel(site, 'Help', 'path')).toBeNull();
  });
});

describe('describeFailure', () => {
  it('turns a completed change into a failed one', () => {
    expect(describeFailure(describeChange(site, makeDefault(site, 'de')))).toBe(
      'Couldn’t make “de” the default',
    );
  });
});
