/** Languages in which published sites have texts of their own, such as “Search”. In all others, these stay English. */
export const readerLanguages: readonly string[] = ['ar', 'de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'];

/**
 * The language of these texts for a language tag (BCP 47); undefined if there are none. Those in Chinese have
 * simplified characters, which is not what readers of `zh-TW` or `zh-Hant` read.
 */
export function readerLanguageOf(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag);
    if (locale.language === 'zh' && locale.maximize().script !== 'Hans') return undefined;
    return readerLanguages.includes(locale.language) ? locale.language : undefined;
  } catch {
    return undefined;
  }
}
