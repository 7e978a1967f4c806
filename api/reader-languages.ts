/** Languages in which published sites have texts of their own, such as “Search”. In all others, these stay English. */
export const readerLanguages: readonly string[] = ['ar', 'de', 'en'];

/** Whether a site in this language (a BCP 47 tag) has its own texts in it. */
export function hasReaderTexts(tag: string): boolean {
  const [language = ''] = tag.toLowerCase().split('-');
  return readerLanguages.includes(language);
}
