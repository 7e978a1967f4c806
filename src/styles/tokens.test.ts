import * as scales from '@radix-ui/colors';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Color = { red: number; green: number; blue: number; alpha: number };

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The tokens of a theme as written; later ones override earlier ones. */
function tokens(theme: 'light' | 'dark'): Map<string, string> {
  const [light = '', dark = ''] = css.split('.dark {');
  const declarations = theme === 'light' ? light : light + dark;
  return new Map(
    [...declarations.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** A step of a Radix scale: `sage-11`, or `sage-a3` for its translucent version. */
function step(name: string, theme: 'light' | 'dark'): string {
  const [, scale = '', alpha = '', number = ''] = /^([a-z]+)-(a?)(\d+)$/.exec(name) ?? [];
  const key = scale + (theme === 'dark' ? 'Dark' : '') + (alpha ? 'A' : '');
  const value = new Map<string, Record<string, string>>(Object.entries(scales)).get(key);
  return value?.[scale + alpha.toUpperCase() + number] ?? '';
}

function parse(value: string, theme: 'light' | 'dark'): Color {
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (reference) return parse(tokens(theme).get(reference) ?? step(reference, theme), theme);
  const hex = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(value);
  if (!hex) throw new Error(`"${value}" is no colour that this test can read.`);
  const channel = (at: number) => parseInt((hex[1] ?? '').slice(at, at + 2), 16) / 255;
  return {
    red: channel(0),
    green: channel(2),
    blue: channel(4),
    alpha: hex[2] ? parseInt(hex[2], 16) / 255 : 1,
  };
}

function over(upper: Color, lower: Color): Color {
  const mix = (a: number, b: number) => a * upper.alpha + b * (1 - upper.alpha);
  return {
    red: mix(upper.red, lower.red),
    green: mix(upper.green, lower.green),
    blue: mix(upper.blue, lower.blue),
    alpha: 1,
  };
}

function luminance({ red, green, blue }: Color): number {
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast of text on a background, which is blended with the canvas if translucent. */
function contrast(text: string, background: string, theme: 'light' | 'dark'): number {
  const below = over(parse(`var(--${background})`, theme), parse('var(--canvas)', theme));
  const [darker = 0, lighter = 0] = [luminance(below), luminance(parse(`var(--${text})`, theme))].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

const backgrounds = ['canvas', 'surface', 'sunken', 'hover', 'pressed'];
const textColors = ['ink', 'ink-soft', 'accent-ink', 'danger-ink'];
const tones = ['accent', 'danger', 'warning', 'success', 'info'];

const texts = [
  ...textColors.flatMap((textColor) => backgrounds.map((background) => [textColor, background] as const)),
  ...tones.flatMap((tone) => [[`${tone}-ink`, `${tone}-soft`] as const, ['ink', `${tone}-soft`] as const]),
  ['placeholder', 'surface'] as const,
  ['on-accent', 'accent'] as const,
  ['on-accent', 'accent-strong'] as const,
  ['on-accent', 'danger'] as const,
  ['on-accent', 'danger-strong'] as const,
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(texts)('%s is readable on %s', (text, background) => {
    expect(contrast(text, background, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(backgrounds)('the focus ring is visible on %s', (background) => {
    expect(contrast('focus', background, theme)).toBeGreaterThanOrEqual(3);
  });

  it.each(['canvas', 'surface', 'sunken', 'hover'])('the edges of controls can be seen on %s', (ground) => {
    expect(contrast('control-line', ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

it('raises surfaces above the canvas in the dark theme', () => {
  expect(contrast('surface', 'canvas', 'dark')).toBeGreaterThanOrEqual(1.1);
  expect(contrast('canvas', 'sunken', 'dark')).toBeGreaterThanOrEqual(1.03);
});
