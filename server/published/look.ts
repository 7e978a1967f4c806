import type { SiteCustomization, ThemedColor } from '#api/generated/types.gen.ts';
import { type Color, contrastOf, formatColor, mixColors, parseColor } from './colors.ts';

type Theme = 'light' | 'dark';

/** What colors of a site are put on and drawn towards; the same as in reader.css. */
const themes = {
  light: { background: [255, 255, 255], strong: [0, 0, 0] },
  dark: { background: [17, 19, 24], strong: [255, 255, 255] },
} as const satisfies Record<Theme, Record<string, Color>>;

/** Contrast of text (WCAG 2, AA). */
const MIN_TEXT_CONTRAST = 4.5;
/** How far a tint may take surfaces from the page: more would take the contrast of all texts on them. */
const MAX_TINT_CONTRAST = 1.12;
/** The share of a color in backgrounds of its own; in reader.css `color-mix(… 10%, …)`. */
const SOFT_SHARE = 0.1;
const STEP = 0.05;

const radii = new Map([
  ['straight', '0'],
  ['circular', '0.875rem'],
]);

/** Colors of a site by their place in `styling`, with the custom property of each. */
const tones = [
  ['primaryColor', 'accent'],
  ['infoColor', 'info'],
  ['successColor', 'success'],
  ['warningColor', 'warning'],
  ['dangerColor', 'danger'],
] as const;

/**
 * The look of a site as custom properties that replace those of reader.css. Every color is moved towards black or white
 * until it is readable as text on all backgrounds that it may be on; texts that are no color are ignored. Empty for a
 * site without settings.
 */
export function lookCss({ styling }: Pick<SiteCustomization, 'styling'>): string {
  if (styling === undefined) return '';
  const properties: string[] = [];
  const tint = toColors(styling.tint?.color);
  if (tint) {
    properties.push(property('sunken', limitTint(tint.light, 'light'), limitTint(tint.dark, 'dark')));
  }
  for (const [name, target] of tones) {
    const color = toColors(styling[name]);
    if (color) properties.push(property(target, toText(color.light, 'light'), toText(color.dark, 'dark')));
  }
  const radius = radii.get(styling.corners ?? '');
  if (radius !== undefined) properties.push(`--radius:${radius}`);
  return properties.length > 0 ? `:root{${properties.join(';')}}` : '';
}

function property(name: string, light: Color, dark: Color): string {
  return `--${name}:light-dark(${formatColor(light)},${formatColor(dark)})`;
}

/** Both colors, where both are colors. */
function toColors(themed: ThemedColor | undefined): Record<Theme, Color> | undefined {
  const light = typeof themed?.light === 'string' ? parseColor(themed.light) : undefined;
  const dark = typeof themed?.dark === 'string' ? parseColor(themed.dark) : undefined;
  return light && dark && { light, dark };
}

/** A color that is readable on the page, on surfaces with any tint, and on a background with a little of itself. */
function toText(color: Color, theme: Theme): Color {
  const { background, strong } = themes[theme];
  for (let share = 0; share < 1; share += STEP) {
    const moved = mixColors(color, strong, share);
    const onPage = contrastOf(moved, background) / MAX_TINT_CONTRAST;
    const onItself = contrastOf(moved, mixColors(background, moved, SOFT_SHARE));
    if (Math.min(onPage, onItself) >= MIN_TEXT_CONTRAST) return moved;
  }
  return strong;
}

/** A tint, or as much of it as texts can bear. */
function limitTint(tint: Color, theme: Theme): Color {
  const { background } = themes[theme];
  for (let share = 1; share > 0; share -= STEP) {
    const mixed = mixColors(background, tint, share);
    if (contrastOf(mixed, background) <= MAX_TINT_CONTRAST) return mixed;
  }
  return background;
}
