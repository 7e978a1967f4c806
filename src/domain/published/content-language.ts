import { readerLanguageOf } from '#api/reader-languages.ts';
import { languageName, ownLanguageName } from '#src/lib/text/language-names.ts';

/** The texts of a site that are not in the language of its content; undefined if there are none. */
export function describeSiteTexts(tag: string): string | undefined {
  if (readerLanguageOf(tag) !== undefined) return undefined;
  return 'The site’s own words, such as Search and Last updated, stay English.';
}

const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/** The English name of the language that a path names, such as `fr` or `pt-BR`; undefined if it names none. */
export function languageOfPath(path: string): string | undefined {
  return LANGUAGE_TAG.test(path) && ownLanguageName(path) !== null ? languageName(path) : undefined;
}

/** The same for a path that names a language. */
export function describePathLanguage(path: string): string | undefined {
  const language = languageOfPath(path);
  const texts = language && describeSiteTexts(path);
  return texts && `If the others name languages too, its pages are in ${language}. ${texts}`;
}
