// @module-tag without-database
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Color, contrastOf, mixColors, parseColor } from '#api/site-colors.ts';
import { pageColors } from './layout.ts';
import { headerColors, lookCss } from './look.ts';

const css = readFileSync(new URL('reader.css', import.meta.url), 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const tones = ['accent', 'info', 'success', 'warning', 'danger'];

/** The properties of a style sheet that are colors, by name; later ones replace earlier ones. */
function readProperties(text: string): Map<string, Record<Theme, Color>> {
  const declarations = text.matchAll(/--([\w-]+):\s*light-dark\((#\w+),\s*(#\w+)\)/g);
  const colors = new Map<string, Record<Theme, Color>>();
  for (const [, name = '', light = '', dark = ''] of declarations) {
    const both = { light: parseColor(light), dark: parseColor(dark) };
    if (both.light && both.dark) colors.set(name, { light: both.light, dark: both.dark });
  }
  return colors;
}

/** Those of the header. */
function readHeader(look: string): Map<string, Record<Theme, Color>> {
  return readProperties(/(?:^|\})header[^{]*\{[^}]*/.exec(look)?.[0] ?? '');
}

/** All colors of a style sheet, with those that it mixes. */
function readColors(text: string): Map<string, Record<Theme, Color>> {
  const colors = readProperties(text);
  // As `color-mix` in the style sheet.
  const page = colors.get('bg');
  for (const tone of tones) {
    const color = colors.get(tone);
    if (!page || !color) throw new Error(`reader.css lacks ${tone}.`);
    const soft = (theme: Theme): Color => mixColors(page[theme], color[theme], 0.1);
    colors.set(`${tone}-soft`, { light: soft('light'), dark: soft('dark') });
  }
  return colors;
}

/** Colors of code, on surfaces and on marked lines. */
const codes = ['code-keyword', 'success', 'warning', 'info', 'muted'];

/** Texts with the backgrounds that they are on. */
const pairs = [
  ...['text', 'accent'].flatMap((text) => ['bg', 'sunken'].map((ground) => [text, ground])),
  ...tones.flatMap((tone) => [
    [tone, `${tone}-soft`],
    ['text', `${tone}-soft`],
  ]),
  ...codes.flatMap((text) => ['sunken', 'bg'].map((ground) => [text, ground])),
];

function contrastIn(colors: Map<string, Record<Theme, Color>>, pair: string[], theme: Theme): number {
  const [text, ground] = pair.map((name) => colors.get(name)?.[theme]);
  if (!text || !ground) throw new Error(`reader.css lacks ${pair.join(' or ')}.`);
  return contrastOf(text, ground);
}

describe.each(themes)('in the %s theme', (theme) => {
  const colors = readColors(css);

  it.each(pairs)('%s is readable on %s', (text, ground) => {
    expect(contrastIn(colors, [text ?? '', ground ?? ''], theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['bg', 'sunken'])('edges of controls are visible on %s', (ground) => {
    expect(contrastIn(colors, ['control-line', ground], theme)).toBeGreaterThanOrEqual(3);
  });

  it('the bars of a browser have the color of the page', () => {
    expect(parseColor(pageColors[theme])).toEqual(colors.get('bg')?.[theme]);
  });
});

describe('the look of a site', () => {
  const color = fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
    .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);
  const themed = fc.record({ light: color, dark: color });

  it('is readable with any colors', () => {
    const styling = fc.record({
      primaryColor: themed,
      tint: fc.record({ color: themed }),
      infoColor: themed,
      successColor: themed,
      warningColor: themed,
      dangerColor: themed,
    });
    fc.assert(
      fc.property(styling, fc.constantFrom(...themes), (chosen, theme) => {
        const colors = readColors(css + lookCss({ styling: chosen }));
        const unreadable = pairs.filter((pair) => contrastIn(colors, pair, theme) < 4.5);
        expect(unreadable).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a color that is readable already', () => {
    const look = lookCss({ styling: { primaryColor: { light: '#3451b2', dark: '#849DFF' } } });
    expect(look).toBe(':root{--accent:light-dark(#3451b2,#849dff)}');
  });

  it('is nothing without settings, and takes no text that is no color', () => {
    expect(lookCss({})).toBe('');
    const text = '#fff;}body{display:none';
    expect(lookCss({ styling: { primaryColor: { light: text, dark: '#000' }, corners: text } })).toBe('');
  });

  it('has corners and a font', () => {
    expect(lookCss({ styling: { corners: 'straight' } })).toBe(':root{--radius:0}');
    expect(lookCss({ styling: { font: 'serif' } })).toMatch(/^:root\{font-family:[^}]*,serif\}$/);
    expect(lookCss({ styling: { font: 'Inter', corners: 'rounded', theme: 'clean' } })).toBe('');
  });

  it('has a bold header that is readable in any color', () => {
    fc.assert(
      fc.property(themed, fc.constantFrom(...themes), (primaryColor, theme) => {
        const styling = { theme: 'bold', primaryColor };
        const header = readHeader(lookCss({ styling }));
        expect(header.get('bg')?.[theme]).toEqual(parseColor(primaryColor[theme]));
        expect(parseColor(headerColors({ styling })[theme])).toEqual(header.get('bg')?.[theme]);
        for (const ground of ['bg', 'sunken', 'accent-soft']) {
          expect(contrastIn(header, ['text', ground], theme)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('has a muted header, on which everything is as readable as on other surfaces', () => {
    const look = lookCss({ styling: { theme: 'muted' } });
    const [page, header] = [readColors(css), readHeader(look)];
    expect(header.get('bg')).toEqual(page.get('sunken'));
    expect(header.get('sunken')).toEqual(page.get('bg'));
    expect(look).toMatch(/^header,\.site-menu,\.tree\{/);
  });

  it('is as in the style sheet where nothing is chosen', () => {
    const bold = readHeader(lookCss({ styling: { theme: 'bold' } }));
    expect(bold.get('bg')).toEqual(readColors(css).get('accent'));
    expect(headerColors({})).toEqual(pageColors);
  });

  it('takes no choice that it does not know', () => {
    const text = '}body{display:none';
    const styling = { theme: text, corners: text, font: text, links: text, search: text };
    expect(lookCss({ styling: { ...styling, sidebar: { background: text, list: text } } })).toBe('');
  });
});
