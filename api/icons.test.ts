import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { drawingOf } from './icons.ts';

describe('the drawing of an icon', () => {
  it.each(['book-open', 'rocket', 'gear', 'code', 'circle-info', 'house', 'shield-halved', 'pen-to-square'])(
    'is there for the usual name %s',
    (name) => expect(drawingOf(name)).toMatch(/^M[\d -]/),
  );

  it('is the same for all ways to write a name', () => {
    const drawing = drawingOf('book-open');
    const names = [
      'fa-book-open',
      'fa-solid fa-book-open',
      'fas:book-open',
      'solid/book-open',
      ' Book-Open ',
    ];
    expect(names.map(drawingOf)).toEqual(names.map(() => drawing));
  });

  it('is the same for former names', () => {
    expect(drawingOf('cog')).toBe(drawingOf('gear'));
    expect(drawingOf('exclamation-triangle')).toBe(drawingOf('triangle-alert'));
  });

  it.each(['', 'github', 'constructor', '__proto__', 'toString', '<svg>', 'fa-', 'https://a.example/book'])(
    'is not there for “%s”',
    (name) => expect(drawingOf(name)).toBeUndefined(),
  );

  it('is made of lines alone', () => {
    const table: Record<string, string | null> = parse(readFileSync('api/icons.yaml', 'utf8'));
    const names = Object.entries(table).flatMap(([name, others]) => [name, ...(others ?? '').split(' ')]);
    for (const name of names.filter(Boolean))
      expect(drawingOf(name), name).toMatch(/^[MmLlHhVvCcSsQqTtAaZz\d.,\s-]+$/);
  });
});
