import { describe, expect, it } from 'vitest';
import { TOP } from '#src/lib/ordered-tree.ts';
import { describeItems, describeMoveByOne, describeTarget } from './labels.ts';
import { siteRules } from './structure-policy.ts';
import { buildStructure } from './structure.ts';
import { group, section } from './testing/structures.ts';

const site = buildStructure([
  group('Guides', [section('Start'), section('Billing'), section('Teams')]),
  section('Help', ['v1', 'v2']),
  group('Empty'),
]);

describe('describeTarget', () => {
  it('names the neighbor, the container and the position', () => {
    expect(describeTarget(site, ['Help'], { before: 'Billing' })).toBe(
      'Before Billing, in group Guides, 2 of 4',
    );
    expect(describeTarget(site, ['Start'], { after: 'Teams' })).toBe('After Teams, in group Guides, 3 of 3');
    expect(describeTarget(site, ['Help'], { into: 'Empty' })).toBe('First, in group Empty, 1 of 1');
    expect(describeTarget(site, ['Start'], { into: TOP })).toBe('After Empty, at the top level, 4 of 4');
    expect(describeTarget(site, ['v2'], { before: 'v1' })).toBe('Before v1, in section Help, 1 of 2');
  });

  it('gives the range of positions for several items', () => {
    expect(describeTarget(site, ['Start', 'Help'], { after: 'Billing' })).toBe(
      'After Billing, in group Guides, 2 to 3 of 4',
    );
  });
});

describe('describeItems', () => {
  it('names one item and counts several', () => {
    expect(describeItems(site, ['Help'])).toBe('Help');
    expect(describeItems(site, ['Help', 'Start'])).toBe('2 sections');
    expect(describeItems(site, ['Help', 'Guides'])).toBe('2 items');
  });
});

describe('describeMoveByOne', () => {
  it('describes the new position, or that there is none', () => {
    expect(describeMoveByOne(site, ['Help'], -1, { before: 'Guides' })).toMatch(
      /^Before Guides, at the top level, 1 of \d\.$/,
    );
    expect(describeMoveByOne(site, ['Help'], -1, null)).toBe('Not moved. It’s already the first.');
  });
});

describe('describing changes', () => {
  it('uses the past tense', () => {
    const from = { parent: TOP, previous: null, next: null };
    expect(siteRules.describe(site, { type: 'move', id: 'Help', target: { before: 'Guides' }, from })).toBe(
      'Moved “Help” before “Guides”',
    );
    expect(siteRules.describe(site, { type: 'move', id: 'Help', target: { into: 'Empty' }, from })).toBe(
      'Moved “Help” into “Empty”',
    );
    const edit = { path: 'a', icon: null, condition: null };
    expect(siteRules.describe(site, { type: 'edit', id: 'Help', from: edit, to: edit })).toBe(
      'Changed the path, icon and condition of “Help”',
    );
  });
});
