import type { FastifyRequest } from 'fastify';
import { parseUrl } from '#server/base/parse-url.ts';
import type { Figure } from '#server/insights/figure-batch.ts';
import {
  countNow,
  countWithAnswer,
  missingPathOf,
  referrerOf,
  wordsOf,
} from '#server/insights/register-insights.ts';
import { INTERNAL } from '#server/sites/reserved-names.ts';
import { languageOf, type PlacedPage } from '../view/navigation-view.ts';
import type { Visit } from '../visit/visit.ts';

/** More results are not shown. */
const MAX_RANK = 20;
/** Longer searches are refused. */
const MAX_WORDS_LENGTH = 200;

const isCounted = ({ site, preview }: Visit) => site.countsVisits && !preview;

function viewOf(
  request: FastifyRequest,
  visit: Visit,
  { place, entry }: PlacedPage,
  referrer: string,
): Figure {
  return {
    kind: 'view',
    siteId: visit.site.id,
    sectionId: place.section.isNamed ? place.section.id : '',
    siteSpaceId: place.siteSpace.id,
    pageId: entry.page.id,
    language: languageOf(visit, place),
    country: request.clientCountry ?? '',
    referrer,
  };
}

/** Counts a page that is answered, also where the reader has it already; and the result of a search that it is. */
export function countPage(request: FastifyRequest, visit: Visit, placed: PlacedPage): void {
  if (!isCounted(visit)) return;
  const referrer = referrerOf(request, visit.origin);
  countWithAnswer(request, viewOf(request, visit, placed, referrer), [200, 304]);
  const words = searchedWords(request, visit);
  if (words === '') return;
  countWithAnswer(request, { kind: 'search', siteId: visit.site.id, words, opened: 1 }, [200, 304]);
}

/** The words of the list of results that a reader comes from. */
function searchedWords({ headers }: FastifyRequest, { origin, base }: Visit): string {
  const { referer } = headers;
  if (referer?.startsWith(`${origin}${base}${INTERNAL}/search?`) !== true) return '';
  const words = parseUrl(referer)?.searchParams.get('q') ?? '';
  return [...words].length > MAX_WORDS_LENGTH ? '' : wordsOf(words);
}

/** Counts a list of results that is answered as a page. */
export function countSearch(request: FastifyRequest, visit: Visit, query: string, hasResults: boolean): void {
  const words = wordsOf(query);
  if (isCounted(visit) && words !== '')
    countWithAnswer(request, { kind: 'search', siteId: visit.site.id, words, hasResults });
}

/** Counts an address that leads nowhere. */
export function countMissing(request: FastifyRequest, visit: Visit): void {
  const { segments, site } = visit;
  if (!isCounted(visit) || segments[0]?.startsWith(INTERNAL) === true) return;
  const path = missingPathOf(segments);
  const referrer = referrerOf(request, visit.origin);
  countWithAnswer(request, { kind: 'missing', siteId: site.id, path, referrer }, [404]);
}

/** Counts a page that is shown without a request: its browser had fetched it ahead. */
export function countShownPage(request: FastifyRequest, visit: Visit, placed: PlacedPage): void {
  if (isCounted(visit)) countNow(request, viewOf(request, visit, placed, ''));
}

/**
 * Counts a search whose results were shown while it was typed, or the rank of the result that was opened. One of a page of
 * results says by itself that it was opened.
 */
export function countShownSearch(request: FastifyRequest, visit: Visit, shown: URLSearchParams): void {
  const query = shown.get('q') ?? '';
  const words = [...query].length > MAX_WORDS_LENGTH ? '' : wordsOf(query);
  if (!isCounted(visit) || words === '') return;
  const search = { kind: 'search', siteId: visit.site.id, words } as const;
  const rank = Number(shown.get('rank') ?? 0);
  if (rank === 0) return countNow(request, { ...search, hasResults: shown.get('results') !== '0' });
  if (!Number.isInteger(rank) || rank < 1 || rank > MAX_RANK) return;
  countNow(request, { ...search, opened: shown.get('list') === 'page' ? 0 : 1, rank });
}
