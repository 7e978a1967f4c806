/**
 * Colors of published sites. What cannot be read is corrected where it is shown; the reader corrects it, and the console
 * says so in advance. Contrasts are those of WCAG 2.
 */

/** Red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number];

/** A color written `#rgb`, `#rrggbb` or with an alpha channel, which is ignored; undefined for anything else. */
export function parseColor(text: string): Color | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const isShort = digits.length <= 4;
  const channel = (at: number): number =>
    isShort ? parseInt(digits.charAt(at).repeat(2), 16) : parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return [channel(0), channel(1), channel(2)];
}

export function formatColor(color: Color): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** A color with a share (0 to 1) of another one in it, as whole numbers. */
export function mixColors([red, green, blue]: Color, other: Color, share: number): Color {
  const mix = (a: number, b: number): number => Math.round(a + (b - a) * share);
  return [mix(red, other[0]), mix(green, other[1]), mix(blue, other[2])];
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast of two colors, from 1 to 21. */
export function contrastOf(a: Color, b: Color): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

export type ColorMode = 'light' | 'dark';

/**
 * The backgrounds of colors, and the color they are corrected towards; the backgrounds are those of
 * reader.css.
 */
const modes = {
  light: { background: [255, 255, 255], strong: [0, 0, 0] },
  dark: { background: [17, 19, 24], strong: [255, 255, 255] },
} as const satisfies Record<ColorMode, Record<string, Color>>;

/** The background of a page. */
export function backgroundOf(mode: ColorMode): Color {
  return modes[mode].background;
}

/** Contrast of text (AA). */
export const MIN_TEXT_CONTRAST = 4.5;
/** How far a tint may take surfaces from the page: more would take the contrast of all texts on them. */
const MAX_TINT_CONTRAST = 1.12;
/** The share of a color in a background that is made from it; in reader.css `color-mix(… 10%, …)`. */
const SOFT_SHARE = 0.1;
const STEP = 0.05;

/** A color that is readable on the page, on surfaces with any tint, and on a background with a little of itself. */
export function readableColor(color: Color, mode: ColorMode): Color {
  const { background, strong } = modes[mode];
  for (let share = 0; share < 1; share += STEP) {
    const moved = mixColors(color, strong, share);
    const onPage = contrastOf(moved, background) / MAX_TINT_CONTRAST;
    const onItself = contrastOf(moved, mixColors(background, moved, SOFT_SHARE));
    if (Math.min(onPage, onItself) >= MIN_TEXT_CONTRAST) return moved;
  }
  return strong;
}

/** A tint, or as much of it as texts can bear. */
export function bearableTint(tint: Color, mode: ColorMode): Color {
  const { background } = modes[mode];
  for (let share = 1; share > 0; share -= STEP) {
    const mixed = mixColors(background, tint, share);
    if (contrastOf(mixed, background) <= MAX_TINT_CONTRAST) return mixed;
  }
  return background;
}

const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];

/** Black or white, whichever is easier to read on a color, and the other one. Its contrast is 4.5 at least. */
export function inkOn(color: Color): { ink: Color; opposite: Color } {
  const isLight = contrastOf(color, BLACK) >= contrastOf(color, WHITE);
  return isLight ? { ink: BLACK, opposite: WHITE } : { ink: WHITE, opposite: BLACK };
}
