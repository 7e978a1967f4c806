/** The colors that texts may have; style sheets have each with its contrast in both themes. */
const HUES = [
  ['red', 0],
  ['orange', 30],
  ['yellow', 52],
  ['green', 130],
  ['blue', 215],
  ['purple', 285],
  ['red', 345],
  ['red', 360],
] as const;

type Tone = (typeof HUES)[number][0] | 'gray';

/** Hues of names that people write. */
const NAMES: Readonly<Record<string, Tone>> = {
  ...{
    red: 'red',
    crimson: 'red',
    tomato: 'red',
    pink: 'red',
    maroon: 'red',
    orange: 'orange',
    brown: 'orange',
  },
  ...{ yellow: 'yellow', gold: 'yellow', green: 'green', lime: 'green', teal: 'green', olive: 'green' },
  ...{ blue: 'blue', navy: 'blue', cyan: 'blue', aqua: 'blue', purple: 'purple', violet: 'purple' },
  ...{ magenta: 'purple', fuchsia: 'purple', gray: 'gray', grey: 'gray', silver: 'gray' },
};

/** The color of the palette nearest to one in CSS; undefined for black, white and what is no color. */
export function nearestTone(color: string): Tone | undefined {
  const name = color.trim().toLowerCase();
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  const rgb = readRgb(name);
  if (!rgb) return undefined;
  const [red = 0, green = 0, blue = 0] = rgb;
  const [high, low] = [Math.max(...rgb), Math.min(...rgb)];
  const spread = high - low;
  if (spread < 30) return high < 40 || low > 215 ? undefined : 'gray';
  const sector =
    high === red
      ? (green - blue) / spread
      : high === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const hue = (sector * 60 + 360) % 360;
  return HUES.toSorted(([, a], [, b]) => Math.abs(a - hue) - Math.abs(b - hue))[0]?.[0];
}

function readRgb(color: string): number[] | undefined {
  const [, short] = /^#([\da-f]{3})[\da-f]?$/.exec(color) ?? [];
  const [, long = short?.replaceAll(/./g, '$&$&')] = /^#([\da-f]{6})(?:[\da-f]{2})?$/.exec(color) ?? [];
  if (long !== undefined) return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
  const [, r, g, b] = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(color) ?? [];
  return r === undefined ? undefined : [r, g, b].map((part) => Math.min(255, Number(part)));
}

/** The classes for the colors in a `style`; other styles are left out. */
export function toneClasses(style: string): string[] {
  return style
    .slice(0, 500)
    .split(';')
    .flatMap((declaration) => {
      const [name = '', value = ''] = declaration.split(':');
      const tone = nearestTone(value);
      if (tone === undefined) return [];
      const property = name.trim().toLowerCase();
      if (property === 'color') return [`tone-${tone}`];
      return property === 'background-color' || property === 'background' ? [`back-${tone}`] : [];
    });
}
