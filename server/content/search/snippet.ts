import type { DocumentSection } from '#server/database/tables/stored-texts.ts';
import { countMatches, matchesTerm, type SearchQuery } from './search-query.ts';
import type { StemLanguage } from './stems.ts';
import { findWords, indexedWordsOf, tokenize, type WrittenWord } from './tokenize.ts';

/** How many characters are shown before and after the first match. */
const CHARACTERS_BEFORE = 80;
const CHARACTERS_AFTER = 160;
/** The maximum number of sections shown per page. */
const MAX_SECTIONS = 5;

/** A matching section, with its text shortened around the match. */
export interface MatchingSection {
  section: DocumentSection;
  snippet: string;
}

/**
 * The sections of a page to show for a query, in page order: those with all words, else those with the most. None if
 * only the title of the page matches.
 */
export function findSections(
  sections: readonly DocumentSection[],
  query: SearchQuery,
  languages: readonly StemLanguage[] = query.languages,
): MatchingSection[] {
  const scored = sections
    .map((section) => ({
      section,
      matches: countMatches(query, tokenize(`${section.title} ${section.body}`, languages)),
    }))
    .filter(({ matches }) => matches > 0);
  const max = Math.max(0, ...scored.map(({ matches }) => matches));
  return scored
    .filter(({ matches }) => matches === max)
    .slice(0, MAX_SECTIONS)
    .map(({ section }) => ({ section, snippet: snippetOf(section.body, query, languages) }));
}

/** A text shortened around the first matching word. */
export function snippetOf(
  body: string,
  query: SearchQuery,
  languages: readonly StemLanguage[] = query.languages,
): string {
  if (body.length <= CHARACTERS_BEFORE + CHARACTERS_AFTER) return body;
  const [first] = findMatches(body, query, languages);
  const start = snippetStart(body, (first?.index ?? 0) - CHARACTERS_BEFORE);
  const end = snippetEnd(body, start + CHARACTERS_BEFORE + CHARACTERS_AFTER);
  return `${start > 0 ? '… ' : ''}${body.slice(start, end).trim()}${end < body.length ? ' …' : ''}`;
}

/** The words of a text that match a word of a query; those that signs join are one if they match as one. */
export function* findMatches(
  text: string,
  { words }: SearchQuery,
  languages: readonly StemLanguage[],
): Generator<WrittenWord> {
  const terms = words.flatMap((word) => word.terms);
  let end = 0;
  for (const word of findWords(text)) {
    if (word.index < end) continue;
    const indexedWords = indexedWordsOf(word, languages);
    if (!indexedWords.some((indexedWord) => terms.some((term) => matchesTerm(term, indexedWord)))) continue;
    yield word;
    end = word.index + word.written.length;
  }
}

/** The start of a word at or after an index; the index itself if no space is near. */
function snippetStart(body: string, wanted: number): number {
  if (wanted <= 0) return 0;
  const space = body.indexOf(' ', wanted);
  return space >= 0 && space - wanted < 30 ? space + 1 : characterBoundary(body, wanted);
}

function snippetEnd(body: string, wanted: number): number {
  if (wanted >= body.length) return body.length;
  const space = body.lastIndexOf(' ', wanted);
  return space > wanted - 30 ? space : characterBoundary(body, wanted);
}

/** An index that does not split a surrogate pair. */
function characterBoundary(body: string, index: number): number {
  const unit = body.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}
