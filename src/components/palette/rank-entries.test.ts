import { describe, expect, it } from 'vitest';
import { actionKinds } from '#src/lib/action-kinds.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { rankEntries } from './rank-entries.ts';

const entry = (group: string, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${group}:${label}`,
  group,
  label,
  kind: 'navigate',
  run: () => undefined,
  ...more,
});

const sites = entry('Go to', 'Sites', { keywords: ['documentation'] });

describe('rankEntries', () => {
  const ranked = (query: string, offered: PaletteEntry[], found: PaletteEntry[]) =>
    rankEntries(query, offered, found).map(({ entry: { label } }) => label);

  it('ranks a team’s name above a screen’s description', () => {
    expect(ranked('documentation', [sites], [entry('Teams', 'Documentation')])).toEqual([
      'Documentation',
      'Sites',
    ]);
  });

  it('ranks an exact title above a prefix and a prefix above a word', () => {
    const entries = [
      entry('Pages', 'The guide'),
      entry('Spaces', 'Guidelines'),
      entry('Members', 'Guide'),
      entry('Pages', 'Elsewhere'),
    ];
    expect(ranked('guide', [], entries)).toEqual(['Guide', 'Guidelines', 'The guide', 'Elsewhere']);
  });

  it('keeps a group together at its best entry', () => {
    const entries = [entry('Teams', 'The docs'), entry('Spaces', 'Docs two'), entry('Teams', 'Docs')];
    expect(ranked('docs', [], entries)).toEqual(['Docs', 'The docs', 'Docs two']);
  });

  it('finds words inside, after words that begin alike', () => {
    const offered = [
      entry('Docs', 'Unpublish', { kind: 'destructive' }),
      entry('Docs', 'Publish', { kind: 'edit' }),
      entry('Docs', 'Review', { kind: 'edit', keywords: ['approve'] }),
    ];
    expect(ranked('publish', offered, [])).toEqual(['Publish', 'Unpublish']);
    expect(ranked('approv', offered, [])).toEqual(['Review']);
    // Two letters are within nearly everything.
    expect(ranked('li', offered, [])).toEqual([]);
  });

  it('has the safer of two entries that match as well first, in a group and between groups', () => {
    for (const [index, safer] of actionKinds.slice(0, -1).entries()) {
      for (const riskier of actionKinds.slice(index + 1)) {
        const offered = [
          entry('Here', 'Delta one', { kind: riskier }),
          entry('Here', 'Delta two', { kind: safer }),
        ];
        expect(ranked('delta', offered, [])).toEqual(['Delta two', 'Delta one']);
        expect(ranked('', offered, [])).toEqual(['Delta two', 'Delta one']);
        const entries = [entry('Spaces', 'Delta three', { kind: safer })];
        expect(ranked('delta', offered.slice(0, 1), entries)).toEqual(['Delta three', 'Delta one']);
      }
    }
  });

  it('keeps the order of entries of one kind for an empty query', () => {
    expect(ranked(' ', [sites, entry('Actions', 'Create team')], [])).toEqual(['Sites', 'Create team']);
  });
});
