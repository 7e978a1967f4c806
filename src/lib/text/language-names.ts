let inEnglish: Intl.DisplayNames | undefined;

/** The English name of a language: `pt-BR` → "Brazilian Portuguese". Invalid tags are returned unchanged. */
export function languageName(tag: string): string {
  try {
    inEnglish ??= new Intl.DisplayNames('en', { type: 'language' });
    return inEnglish.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The name of a language in that language: `de` → "Deutsch"; null if unknown. */
export function ownLanguageName(tag: string): string | null {
  try {
    const name = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag);
    return name ?? null;
  } catch {
    return null;
  }
}
