import type {
  SiteCorners,
  SiteFont,
  SiteLinkStyle,
  SiteSearchStyle,
  SiteSidebarBackground,
  SiteSidebarList,
  SiteTheme,
} from '#api/generated/types.gen.ts';
import { readerLanguageOf } from '#api/reader-languages.ts';
import { languageName } from '#src/lib/text/language-names.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';

const themeOptions: readonly SelectOption<SiteTheme>[] = [
  { value: 'clean', label: 'Clean' },
  { value: 'muted', label: 'Muted header and page tree' },
  { value: 'bold', label: 'Header in the primary color' },
];

const cornerOptions: readonly SelectOption<SiteCorners>[] = [
  { value: 'straight', label: 'Straight' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'circular', label: 'Very round' },
];

const fontOptions: readonly SelectOption<SiteFont>[] = [
  { value: 'sans', label: 'Sans-serif' },
  { value: 'humanist', label: 'Humanist' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'serif', label: 'Serif' },
];

const linkOptions: readonly SelectOption<SiteLinkStyle>[] = [
  { value: 'default', label: 'In the primary color' },
  { value: 'accent', label: 'Underlined with it' },
];

const sidebarOptions: readonly SelectOption<SiteSidebarBackground>[] = [
  { value: 'default', label: 'None' },
  { value: 'filled', label: 'Tinted' },
];

const currentPageOptions: readonly SelectOption<SiteSidebarList>[] = [
  { value: 'default', label: 'Background' },
  { value: 'line', label: 'Line' },
];

const searchOptions: readonly SelectOption<SiteSearchStyle>[] = [
  { value: 'prominent', label: 'Prominent' },
  { value: 'subtle', label: 'Subtle' },
];

/** Other settings for the look of a site, with the same name in the form and on the published site. */
export const appearanceLabels = {
  locale: 'Language',
  logoLight: 'Logo',
  logoDark: 'Logo for dark mode',
  favicon: 'Icon',
};

/** Settings for the look of a site that are chosen from a list, with the labels of their values. */
export const appearanceChoices = {
  theme: { label: 'Theme', options: themeOptions },
  font: { label: 'Font', options: fontOptions },
  corners: { label: 'Corners', options: cornerOptions },
  links: { label: 'Links in texts', options: linkOptions },
  sidebarBackground: { label: 'Background of the page tree', options: sidebarOptions },
  sidebarList: { label: 'Mark of the current page', options: currentPageOptions },
  search: { label: 'Search field', options: searchOptions },
} as const;

/** The label of a chosen value; a value that this console does not know stands for itself. */
export function describeAppearanceChoice(name: keyof typeof appearanceChoices, chosen: string): string {
  const options: readonly SelectOption<string>[] = appearanceChoices[name].options;
  return options.find(({ value }) => value === chosen)?.label ?? chosen;
}

/** Languages that many sites are in; others stay selectable where they are stored. */
const languages = [
  'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu',
  'id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr',
  'uk', 'ur', 'vi', 'zh-CN', 'zh-TW',
]; // oxfmt-ignore

/** Languages in which sites have words of their own come before those of content alone. */
export const languageOptions: readonly SelectOption<string>[] = languages
  .map((value) => ({
    value,
    label: languageName(value),
    group: readerLanguageOf(value) === undefined ? 'Content only' : 'Site and content',
  }))
  .toSorted((a, b) => b.group.localeCompare(a.group, 'en') || a.label.localeCompare(b.label, 'en'));
