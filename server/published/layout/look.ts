import type { SiteStyling, ThemedColor } from '#api/generated/types.gen.ts';
import {
  backgroundOf,
  bearableTint,
  type Color,
  type ColorMode,
  formatColor,
  inkOn,
  mixColors,
  parseColor,
  readableColor,
} from '#api/site-colors.ts';

type ThemedColors = Record<ColorMode, Color>;

/** As in reader.css. */
const defaults = {
  accent: { light: [52, 81, 178], dark: [157, 176, 255] },
  sunken: { light: [245, 246, 249], dark: [24, 27, 33] },
} as const satisfies Record<string, ThemedColors>;

/** How much the surfaces of a bold header differ from it. */
const BOLD_SURFACE_SHARE = 0.14;

const radii = new Map([
  ['straight', '0'],
  ['circular', '0.875rem'],
]);

/** Fonts that systems have, so that none is loaded. */
const fonts = new Map([
  ['humanist', "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',source-sans-pro,sans-serif"],
  [
    'rounded',
    "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,'Arial Rounded MT Bold',Calibri,sans-serif",
  ],
  ['serif', "Charter,'Bitstream Charter','Sitka Text',Cambria,Georgia,serif"],
]);

/** Colors of a site by their place in `styling`, with the custom property of each. */
const tones = [
  ['primaryColor', 'accent'],
  ['infoColor', 'info'],
  ['successColor', 'success'],
  ['warningColor', 'warning'],
  ['dangerColor', 'danger'],
] as const;

/** Rules that a choice adds, by its place in `styling`. */
const LINE_RULE =
  '.tree a[aria-current]{background:none;border-radius:0;box-shadow:inset 2px 0 var(--accent)}[dir=rtl] .tree a[aria-current]{box-shadow:inset -2px 0 var(--accent)}';
const ACCENT_LINKS_RULE =
  '.text :is(p,li,td,th,dd) a[href]{color:inherit;text-decoration:underline 2px var(--accent);text-underline-offset:.2em}';
const SUBTLE_SEARCH_RULE = 'header .search{flex-basis:14rem}header .search input{background:none}';

/**
 * The look of a site as custom properties that replace those of reader.css, and rules after them. Every color is
 * corrected where it could not be read; texts that are no color, and choices that are not known, are ignored. Empty for
 * a site without settings.
 */
export function lookCss({ styling = {} }: { styling?: SiteStyling }): string {
  const { corners = '', font = '', sidebar = {} } = styling;
  const properties: string[] = [];
  const tint = toColors(styling.tint?.color);
  if (tint)
    properties.push(
      property(
        'sunken',
        inBothModes((mode) => bearableTint(tint[mode], mode)),
      ),
    );
  for (const [name, target] of tones) {
    const color = toColors(styling[name]);
    if (color)
      properties.push(
        property(
          target,
          inBothModes((mode) => readableColor(color[mode], mode)),
        ),
      );
  }
  const radius = radii.get(corners);
  if (radius !== undefined) properties.push(`--radius:${radius}`);
  const family = fonts.get(font);
  if (family !== undefined) properties.push(`font-family:${family}`);
  const rules = [
    properties.length > 0 && `:root{${properties.join(';')}}`,
    themeRule(styling),
    sidebar.background === 'filled' && `@media (min-width:60rem){${sunkenRule('.tree', styling)}}`,
    sidebar.list === 'line' && LINE_RULE,
    styling.links === 'accent' && ACCENT_LINKS_RULE,
    styling.search === 'subtle' && SUBTLE_SEARCH_RULE,
  ];
  return rules.filter((rule) => rule !== false).join('');
}

/** The background of the header, for the bars of a phone's browser. */
export function headerColors({ styling = {} }: { styling?: SiteStyling }): Record<ColorMode, string> {
  const colors = inBothModes((mode) => {
    if (styling.theme === 'bold') return boldColor(styling, mode);
    return styling.theme === 'muted' ? sunkenColor(styling, mode) : backgroundOf(mode);
  });
  return { light: formatColor(colors.light), dark: formatColor(colors.dark) };
}

function themeRule(styling: SiteStyling): string {
  if (styling.theme === 'muted') return sunkenRule('header,.site-menu,.tree', styling);
  return styling.theme === 'bold' ? boldRule(styling) : '';
}

/** Parts that change places with what is sunken. */
function sunkenRule(selector: string, styling: SiteStyling): string {
  const properties = [
    property(
      'bg',
      inBothModes((mode) => sunkenColor(styling, mode)),
    ),
    property('sunken', inBothModes(backgroundOf)),
  ];
  return `${selector}{${properties.join(';')};background:var(--bg)}`;
}

/** A header of the primary color: everything in it is in the ink of that color. */
function boldRule(styling: SiteStyling): string {
  const color = inBothModes((mode) => boldColor(styling, mode));
  const ink = inBothModes((mode) => inkOn(color[mode]).ink);
  const surface = inBothModes((mode) =>
    mixColors(color[mode], inkOn(color[mode]).opposite, BOLD_SURFACE_SHARE),
  );
  const properties = [
    property('bg', color),
    property('sunken', surface),
    property('accent-soft', surface),
    property('text', ink),
    ...['muted', 'accent', 'control-line'].map((name) => `--${name}:var(--text)`),
  ];
  return `header{${properties.join(';')};color:var(--text);border-color:transparent}`;
}

function boldColor({ primaryColor }: SiteStyling, mode: ColorMode): Color {
  return (toColors(primaryColor) ?? defaults.accent)[mode];
}

function sunkenColor({ tint }: SiteStyling, mode: ColorMode): Color {
  const color = toColors(tint?.color);
  return color ? bearableTint(color[mode], mode) : defaults.sunken[mode];
}

function inBothModes(colorOf: (mode: ColorMode) => Color): ThemedColors {
  return { light: colorOf('light'), dark: colorOf('dark') };
}

function property(name: string, { light, dark }: ThemedColors): string {
  return `--${name}:light-dark(${formatColor(light)},${formatColor(dark)})`;
}

/** Both colors, where both are colors. */
function toColors(themed: ThemedColor | undefined): ThemedColors | undefined {
  const light = typeof themed?.light === 'string' ? parseColor(themed.light) : undefined;
  const dark = typeof themed?.dark === 'string' ? parseColor(themed.dark) : undefined;
  return light && dark && { light, dark };
}
