import type {
  SiteCorners,
  SiteFont,
  SiteLinkStyle,
  SiteSearchStyle,
  SiteSidebarBackground,
  SiteSidebarList,
  SiteTheme,
} from '#api/generated/types.gen.ts';
import { languageName } from '#src/lib/text/language-names.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';

export const themeOptions: readonly SelectOption<SiteTheme>[] = [
  { value: 'clean', label: 'Clean' },
  { value: 'muted', label: 'Muted header and page tree' },
  { value: 'bold', label: 'Header in the primary color' },
];

export const cornerOptions: readonly SelectOption<SiteCorners>[] = [
  { value: 'straight', label: 'Straight' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'circular', label: 'Very round' },
];

export const fontOptions: readonly SelectOption<SiteFont>[] = [
  { value: 'sans', label: 'Sans-serif' },
  { value: 'humanist', label: 'Humanist' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'serif', label: 'Serif' },
];

export const linkOptions: readonly SelectOption<SiteLinkStyle>[] = [
  { value: 'default', label: 'In the primary color' },
  { value: 'accent', label: 'Underlined with it' },
];

export const sidebarOptions: readonly SelectOption<SiteSidebarBackground>[] = [
  { value: 'default', label: 'None' },
  { value: 'filled', label: 'Tinted' },
];

export const currentPageOptions: readonly SelectOption<SiteSidebarList>[] = [
  { value: 'default', label: 'Background' },
  { value: 'line', label: 'Line' },
];

export const searchOptions: readonly SelectOption<SiteSearchStyle>[] = [
  { value: 'prominent', label: 'Prominent' },
  { value: 'subtle', label: 'Subtle' },
];

/** Languages that many sites are in; others stay selectable where they are stored. */
const languages = [
  'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu',
  'id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr',
  'uk', 'ur', 'vi', 'zh-CN', 'zh-TW',
]; // oxfmt-ignore

export const languageOptions: readonly SelectOption<string>[] = languages
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
