import { describe, expect, it } from 'vitest';
import { rankEntries } from './rank-entries.ts';
import type { PaletteEntry } from './registry.ts';

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

  it('puts a team by its name before a screen by its description', () => {
    expect(ranked('documentation', [sites], [entry('Teams', 'Documentation')])).toEqual([
      'Documentation',
      'Sites',
    ]);
  });

  it('puts the exact title before its beginning, and that before a word in it', () => {
    const found = [
      entry('Pages', 'The guide'),
      entry('Spaces', 'Guidelines'),
      entry('Members', 'Guide'),
      entry('Pages', 'Elsewhere'),
    ];
    expect(ranked('guide', [], found)).toEqual(['Guide', 'Guidelines', 'The guide', 'Elsewhere']);
  });

  it('keeps a group together where its best entry stands', () => {
    const found = [entry('Teams', 'The docs'), entry('Spaces', 'Docs two'), entry('Teams', 'Docs')];
    expect(ranked('docs', [], found)).toEqual(['Docs', 'The docs', 'Docs two']);
  });

  it('leaves the order alone while nothing is typed', () => {
    expect(ranked(' ', [sites, entry('Actions', 'Create a team')], [])).toEqual(['Sites', 'Create a team']);
  });
});
