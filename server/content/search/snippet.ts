import type { DocumentSection } from '../links/parse-document.ts';
import { matchesTerm, type SearchQuery, type SearchTerm } from './search-query.ts';
import { fold, tokenize, findWords } from './tokenize.ts';

/** How much of a text is shown before and after the first match, in characters. */
const CHARACTERS_BEFORE = 80;
const CHARACTERS_AFTER = 160;
/** More parts of one page are not shown. */
const MAX_SECTIONS = 5;

/** A part of a page that was found, its text shortened around the match. */
export interface MatchingSection {
  section: DocumentSection;
  snippet: string;
}

/**
 * The parts of a page to show for a query, in the order of the page: those with all words, else those with the most.
 * None where only the title of the page matches.
 */
export function findSections(sections: readonly DocumentSection[], query: SearchQuery): MatchingSection[] {
  const scored = sections
    .map((section, index) => ({ section, index, found: countMatches(section, query) }))
    .filter(({ found }) => found > 0);
  const most = Math.max(0, ...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found === most)
    .slice(0, MAX_SECTIONS)
    .map(({ section }) => ({ section, snippet: snippetOf(section.body, query.terms) }));
}

function countMatches({ title, body }: DocumentSection, { terms }: SearchQuery): number {
  const text = `${title} ${body}`;
  const folded = fold(text);
  // Cutting a text into words is slow; most texts do not even contain the letters.
  const likely = terms.filter((term) => folded.includes(term.text));
  const missing = new Set(likely);
  if (missing.size === 0) return 0;
  for (const word of tokenize(text)) {
    for (const term of missing) if (matchesTerm(term, word)) missing.delete(term);
    if (missing.size === 0) break;
  }
  return likely.length - missing.size;
}

/** A text shortened around the first word that is looked for. */
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

/** The beginning of a word at or behind a place; the place itself where no space is near. */
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

/** A place that does not cut a character of two units in half. */
function characterBoundary(body: string, index: number): number {
  const unit = body.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}
