import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from './palette-entries.ts';
import { rankEntries } from './rank-entries.ts';

const entry = (group: string, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${group}:${label}`,
  group,
  label,
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
    const found = [
      entry('Pages', 'The guide'),
      entry('Spaces', 'Guidelines'),
      entry('Members', 'Guide'),
      entry('Pages', 'Elsewhere'),
    ];
    expect(ranked('guide', [], found)).toEqual(['Guide', 'Guidelines', 'The guide', 'Elsewhere']);
  });

  it('keeps a group together at its best entry', () => {
    const found = [entry('Teams', 'The docs'), entry('Spaces', 'Docs two'), entry('Teams', 'Docs')];
    expect(ranked('docs', [], found)).toEqual(['Docs', 'The docs', 'Docs two']);
  });

  it('keeps the order for an empty query', () => {
    expect(ranked(' ', [sites, entry('Actions', 'Create team')], [])).toEqual(['Sites', 'Create team']);
  });
});
