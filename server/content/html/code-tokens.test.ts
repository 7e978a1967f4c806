// @module-tag without-database
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCodeTokens, KIND_OF_CLASS } from './code-tokens.ts';

/** What is colored in code, and how. */
const colored = (code: string, language: string) =>
  findCodeTokens(code, language).map(({ start, end, kind }) => `${kind} ${code.slice(start, end)}`);

describe('findCodeTokens', () => {
  it('finds what published pages color', () => {
    expect(colored('const lamps = 3; // "warm" & \'dim\'', 'js')).toEqual([
      'keyword const',
      'number 3',
      'comment // "warm" & \'dim\'',
    ]);
  });

  it('counts characters that HTML escapes, and broken ones, as they are in the code', () => {
    expect(colored('a < "<&>"; b\0 = \'😀\'', 'ts')).toEqual(['string "<&>"', "string '😀'"]);
  });

  it('divides what goes on over lines', () => {
    expect(colored('/* one\n\n   two */\nlet x', 'js')).toEqual([
      'comment /* one',
      'comment    two */',
      'keyword let',
    ]);
  });

  it('colors what is in a part as the part, unless it has a color of its own', () => {
    expect(colored('`a ${1} b`', 'js')).toEqual(['string `a ${', 'number 1', 'string } b`']);
  });

  it('finds nothing in languages without colors and in code that is too long', () => {
    expect(findCodeTokens('graph TD', 'mermaid')).toEqual([]);
    expect(findCodeTokens('let x;'.repeat(4000), 'js')).toEqual([]);
  });

  it('knows the classes that the style sheet of published pages colors, by their colors', () => {
    const css = readFileSync(new URL('../../published/layout/reader.css', import.meta.url), 'utf8');
    const rules = [...css.matchAll(/((?:\.hljs-[\w-]+,?\s*)+)\{\s*color: var\(--([\w-]+)\)/g)];
    const inStyles = rules.flatMap(([, selectors = '', color]) =>
      [...selectors.matchAll(/\.hljs-([\w-]+)/g)].map(([, name = '']) => [name, color] as const),
    );
    const colorOf = new Map(inStyles.map(([name, color]) => [KIND_OF_CLASS[name], color]));
    expect(Object.keys(KIND_OF_CLASS).toSorted()).toEqual(inStyles.map(([name]) => name).toSorted());
    for (const [name, color] of inStyles) expect(color).toBe(colorOf.get(KIND_OF_CLASS[name]));
    expect(new Set(colorOf.values()).size).toBe(5);
  });
});
