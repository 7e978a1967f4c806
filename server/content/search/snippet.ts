import type { DocumentSection } from '#server/database/tables/stored-texts.ts';
import { matchesTerm, type SearchQuery, type SearchTerm } from './search-query.ts';
import { fold, tokenize, findWords } from './tokenize.ts';

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
export function findSections(sections: readonly DocumentSection[], query: SearchQuery): MatchingSection[] {
  const scored = sections
    .map((section, index) => ({ section, index, found: countMatches(section, query) }))
    .filter(({ found }) => found > 0);
  const max = Math.max(0, ...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found === max)
    .slice(0, MAX_SECTIONS)
    .map(({ section }) => ({ section, snippet: snippetOf(section.body, query.terms) }));
}

function countMatches({ title, body }: DocumentSection, { terms }: SearchQuery): number {
  const text = `${title} ${body}`;
  const folded = fold(text);
  // Tokenizing is slow, and most texts do not contain the characters at all.
  const likely = terms.filter((term) => folded.includes(term.text));
  const missing = new Set(likely);
  if (missing.size === 0) return 0;
  for (const word of tokenize(text)) {
    for (const term of missing) if (matchesTerm(term, word)) missing.delete(term);
    if (missing.size === 0) break;
  }
  return likely.length - missing.size;
}

/** A text shortened around the first matching word. */
export function snippetOf(body: string, terms: readonly SearchTerm[]): string {
  if (body.length <= CHARACTERS_BEFORE + CHARACTERS_AFTER) return body;
  const start = snippetStart(body, firstMatch(body, terms) - CHARACTERS_BEFORE);
  const end = snippetEnd(body, start + CHARACTERS_BEFORE + CHARACTERS_AFTER);
  return `${start > 0 ? '… ' : ''}${body.slice(start, end).trim()}${end < body.length ? ' …' : ''}`;
}

function firstMatch(body: string, terms: readonly SearchTerm[]): number {
  for (const { written, index } of findWords(body)) {
    for (const word of tokenize(written)) if (terms.some((term) => matchesTerm(term, word))) return index;
  }
  return 0;
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
