import { describe, expect, it } from 'vitest';
import { drawingOf, namedDrawings } from '#api/icons.ts';
import { searchIcons } from './icon-search.ts';

const search = (query: string) => searchIcons(namedDrawings(), query).map(({ name }) => name);

describe('the search for icons', () => {
  it('offers each drawing once, by a name that readers see drawn', () => {
    const choices = searchIcons(namedDrawings(), '');
    expect(choices.length).toBeGreaterThan(500);
    expect(new Set(choices.map(({ path }) => path)).size).toBe(choices.length);
    for (const { name, path } of choices) expect(drawingOf(name)).toBe(path);
  });

  it('puts the equal name first, then whole words, beginnings and parts of words', () => {
    expect(search('book')[0]).toBe('book');
    const books = search('book');
    expect(books.indexOf('book-open')).toBeLessThan(books.indexOf('bookmark'));
    expect(books.indexOf('bookmark')).toBeLessThan(books.length);
  });

  it('finds names of the other platform, and by more than one word in any order', () => {
    expect(search('truck-medical')).toEqual(['truck-medical']);
    expect(search('fa-truck-medical')).toEqual(['truck-medical']);
    expect(search('open book')).toContain('book-open');
  });

  it('offers nothing for a name without a drawing, such as a brand', () => {
    expect(search('gitlab')).toEqual([]);
  });
});
