/** Colors as numbers: mixing, and the contrast of WCAG 2. */

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
