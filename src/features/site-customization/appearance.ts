/** Converts between the form's values and request bodies, and validates them. */
import { z } from 'zod';
import type {
  SiteCorners,
  SiteCustomizationSettings,
  SiteCustomizationUpdate,
  SiteFont,
  SiteLink,
  SiteLinkStyle,
  SiteLogoInput,
  SitePicture,
  SiteSearchStyle,
  SiteSidebarBackground,
  SiteSidebarList,
  SiteStylingUpdate,
  SiteTheme,
  ThemedColor,
} from '#api/generated/types.gen.ts';
import { parseColor } from '#api/site-colors.ts';

/** A color for each mode; empty texts stand for the default, an empty dark one for the same as the light one. */
export interface ColorValue {
  light: string;
  dark: string;
}

export const colorNames = [
  'primaryColor',
  'tint',
  'infoColor',
  'successColor',
  'warningColor',
  'dangerColor',
] as const;
export type ColorName = (typeof colorNames)[number];

export type PictureName = 'logoLight' | 'logoDark' | 'favicon';

/** The form's values; what is missing is an empty text. Pictures are their ids: their URLs change all the time. */
export interface Appearance extends Record<ColorName, ColorValue> {
  title: string;
  locale: string;
  logoLight: string;
  logoDark: string;
  favicon: string;
  theme: string;
  corners: string;
  font: string;
  links: string;
  sidebarBackground: string;
  sidebarList: string;
  search: string;
  headerLinks: SiteLink[];
  footerLinks: SiteLink[];
}

export const maxHeaderLinks = 6;
export const maxFooterLinks = 24;

export function appearanceOf({
  title = '',
  styling,
  internationalization,
  logo,
  favicon,
  headerLinks,
  footerLinks,
}: SiteCustomizationSettings): Appearance {
  return {
    title,
    locale: internationalization?.locale ?? 'en',
    logoLight: logo?.light.id ?? '',
    logoDark: logo?.dark?.id ?? '',
    favicon: favicon?.id ?? '',
    primaryColor: colorValue(styling.primaryColor),
    tint: colorValue(styling.tint?.color),
    infoColor: colorValue(styling.infoColor),
    successColor: colorValue(styling.successColor),
    warningColor: colorValue(styling.warningColor),
    dangerColor: colorValue(styling.dangerColor),
    theme: styling.theme ?? 'clean',
    corners: styling.corners ?? 'rounded',
    font: styling.font ?? 'sans',
    links: styling.links ?? 'default',
    sidebarBackground: styling.sidebar?.background ?? 'default',
    sidebarList: styling.sidebar?.list ?? 'default',
    search: styling.search ?? 'prominent',
    headerLinks,
    footerLinks,
  };
}

function colorValue({ light, dark }: ThemedColor = { light: '', dark: '' }): ColorValue {
  return { light, dark: dark === light ? '' : dark };
}

/** A color as the API takes it; null for the default. */
function themedColor({ light, dark }: ColorValue): ThemedColor | null {
  const [first, second] = [light.trim() || dark.trim(), dark.trim() || light.trim()];
  return first === '' ? null : { light: first, dark: second };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The request body with only the changed fields. */
export function changesBetween(from: Appearance, to: Appearance): SiteCustomizationUpdate {
  const body: SiteCustomizationUpdate = {};
  const styling = stylingBetween(from, to);
  const title = to.title.trim();
  if (title !== from.title) body.title = title === '' ? null : title;
  if (Object.keys(styling).length > 0) body.styling = styling;
  if (to.locale !== from.locale) body.internationalization = { locale: to.locale };
  if (to.logoLight !== from.logoLight || to.logoDark !== from.logoDark) body.logo = logoInput(to);
  if (to.favicon !== from.favicon) body.favicon = to.favicon === '' ? null : to.favicon;
  for (const name of ['headerLinks', 'footerLinks'] as const) {
    const links = to[name].map(({ title: label, url }) => ({ title: label.trim(), url: url.trim() }));
    if (!isSame(links, from[name])) body[name] = links;
  }
  return body;
}

/** A dark picture alone is the logo in both modes. */
function logoInput({ logoLight, logoDark }: Appearance): SiteLogoInput | null {
  const light = logoLight || logoDark;
  if (light === '') return null;
  return { light, ...(logoDark !== '' && logoDark !== light && { dark: logoDark }) };
}

/** All pictures of a customization. */
export function picturesOf({ logo, favicon }: SiteCustomizationSettings): SitePicture[] {
  return [logo?.light, logo?.dark, favicon].filter((picture) => picture !== undefined);
}

function stylingBetween(from: Appearance, to: Appearance): SiteStylingUpdate {
  const styling: SiteStylingUpdate = {};
  for (const name of colorNames) {
    const color = themedColor(to[name]);
    if (isSame(color, themedColor(from[name]))) continue;
    if (name === 'tint') styling.tint = color && { color };
    else styling[name] = color;
  }
  // The form offers only contract values and the current one.
  if (to.theme !== from.theme) styling.theme = to.theme as SiteTheme;
  if (to.corners !== from.corners) styling.corners = to.corners as SiteCorners;
  if (to.font !== from.font) styling.font = to.font as SiteFont;
  if (to.links !== from.links) styling.links = to.links as SiteLinkStyle;
  if (to.search !== from.search) styling.search = to.search as SiteSearchStyle;
  const sidebar = {
    ...(to.sidebarBackground !== from.sidebarBackground && {
      background: to.sidebarBackground as SiteSidebarBackground,
    }),
    ...(to.sidebarList !== from.sidebarList && { list: to.sidebarList as SiteSidebarList }),
  };
  if (Object.keys(sidebar).length > 0) styling.sidebar = sidebar;
  return styling;
}

const color = z
  .string()
  .refine(
    (text) => text.trim() === '' || (/^#[0-9a-f]{6}$/i.test(text.trim()) && parseColor(text) !== undefined),
    'Enter a color such as #3451b2.',
  );
const colorSchema = z.object({ light: color, dark: color });

/** Whether the server accepts it as the target of a link. */
export function isLinkTarget(url: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(url)) return false;
  if (url.startsWith('/')) return !url.startsWith('//');
  return /^(https?:\/\/[^/?#]|mailto:.)/i.test(url) && URL.canParse(url);
}

const link = z.object({
  title: z.string().trim().min(1, 'Required').max(64),
  url: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(512)
    .refine(
      (url) => url === '' || isLinkTarget(url),
      'Enter a path such as /guides, or a URL such as https://example.com.',
    ),
});

export const appearanceSchema = z.object({
  title: z.string().max(128).optional(),
  primaryColor: colorSchema,
  tint: colorSchema,
  infoColor: colorSchema,
  successColor: colorSchema,
  warningColor: colorSchema,
  dangerColor: colorSchema,
  headerLinks: z.array(link).max(maxHeaderLinks),
  footerLinks: z.array(link).max(maxFooterLinks),
});
