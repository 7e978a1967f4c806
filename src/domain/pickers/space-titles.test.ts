import { describe, expect, it } from 'vitest';
import { parseTitles, spaceWithTitle } from './space-titles.ts';

describe('a pasted list of titles', () => {
  it('has a title on each line, without bullets, numbers, further columns and repetitions', () => {
    const text = 'Guides\r\n- API reference\n2) Help desk\tOwner: Noor\n\n• guides\n  News  ';
    expect(parseTitles(text)).toEqual({ titles: ['Guides', 'API reference', 'Help desk', 'News'] });
  });

  it('is not a single line', () => {
    expect(parseTitles('Guides')).toBeNull();
    expect(parseTitles('Guides\n')).toBeNull();
  });

  it('names the line with a title of the wrong length', () => {
    expect(parseTitles(`Guides\n${'x'.repeat(51)}`)).toEqual({
      problem: 'Line 2 has 51 characters. Titles have 2 to 50.',
    });
    expect(parseTitles('Guides\n\nA')).toMatchObject({
      problem: expect.stringMatching(/^Line 3 has 1 character/),
    });
    expect(parseTitles(`${'🧭'.repeat(50)}\nGuides`)).toMatchObject({
      titles: [expect.any(String), 'Guides'],
    });
  });

  it('has at most 100 titles and 20,000 characters', () => {
    const lines = Array.from({ length: 101 }, (_, index) => `Space ${index}`);
    expect(parseTitles(lines.join('\n'))).toMatchObject({ problem: expect.stringMatching(/101 titles/) });
    expect(parseTitles(lines.slice(1).join('\n'))).toMatchObject({
      titles: expect.objectContaining({ length: 100 }),
    });
    expect(parseTitles(`a${' '.repeat(20_000)}\nb`)).toMatchObject({
      problem: expect.stringMatching(/20,000 characters/),
    });
  });
});

describe('the space of a title', () => {
  const spaces = ['Guides', 'guides', 'Café', 'Other'].map((title, id) => ({ id: String(id), title }));

  it('has this title, or another only by case and accents', () => {
    expect(spaceWithTitle('cafe', spaces)).toEqual({ space: spaces[2], isAmbiguous: false });
    expect(spaceWithTitle('guides', spaces)).toEqual({ space: spaces[1], isAmbiguous: false });
    expect(spaceWithTitle('Guide', spaces)).toEqual({ space: null, isAmbiguous: false });
  });

  it('is unknown if several could be meant', () => {
    expect(spaceWithTitle('GUIDES', spaces)).toEqual({ space: null, isAmbiguous: true });
  });
});
