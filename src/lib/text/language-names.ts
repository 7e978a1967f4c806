const inEnglish = new Intl.DisplayNames('en', { type: 'language' });

/** What a language is called in English: `pt-BR` → "Brazilian Portuguese". What is no language tag stays as it is. */
export function languageName(tag: string): string {
  try {
    return inEnglish.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** What its speakers call a language: `de` → "Deutsch"; null where that is not known. */
export function ownLanguageName(tag: string): string | null {
  try {
    const name = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag);
    return name ?? null;
  } catch {
    return null;
  }
}
