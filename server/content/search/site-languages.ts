/** The languages that the paths of a site name (decision 132). */

interface NamedVariant {
  id: string;
  path: string;
  isDefault: boolean;
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;
const DEFAULT_LANGUAGE = 'en';
const NONE: ReadonlyMap<string, string> = new Map();

/** The language that a path names, such as `de` or `pt-br`, as a language tag. */
export function languageOfPath(path: string): string | undefined {
  if (!LANGUAGE_TAG.test(path)) return undefined;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(path);
    return LANGUAGES.of(tag) === undefined ? undefined : tag;
  } catch {
    return undefined;
  }
}

/** The language of a site, from its customization. */
export function languageOfLocale(locale: string | null | undefined): string {
  if (locale === null || locale === undefined) return DEFAULT_LANGUAGE;
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? DEFAULT_LANGUAGE;
  } catch {
    return DEFAULT_LANGUAGE;
  }
}

/**
 * The languages of a section's site spaces, by id: those whose path is a language tag. One such path is a coincidence,
 * so it takes two; beside them, the default is in the site's language.
 */
export function languagesOf(
  { siteSpaces }: { siteSpaces: readonly NamedVariant[] },
  siteLanguage: string,
): ReadonlyMap<string, string> {
  if (siteSpaces.length < 2) return NONE;
  const languages = siteSpaces.flatMap(({ id, path }) => {
    const language = languageOfPath(path);
    return language === undefined ? [] : [[id, language] as const];
  });
  if (languages.length < 2) return NONE;
  const defaults = siteSpaces.filter(({ isDefault }) => isDefault);
  return new Map([...defaults.map(({ id }) => [id, siteLanguage] as const), ...languages]);
}
