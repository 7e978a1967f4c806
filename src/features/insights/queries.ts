import { useSuspenseQueries } from '@tanstack/react-query';
import { aggregateSiteEvents } from '#api/generated/sdk.gen.ts';
import type {
  SiteEventColumn,
  SiteEventsAggregate,
  SiteEventsAggregation,
} from '#api/generated/types.gen.ts';
import { choiceParam, type SearchParams, searchParams } from '#src/lib/search-params.ts';

/** The ranges to choose from, by their days until today. */
export const RANGES = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;

const parsers = {
  range: choiceParam(['7d', '30d', '90d', '365d']),
  /** The state of the answers of readers that are listed; open ones without it. */
  feedback: choiceParam(['open', 'done', 'dismissed']),
};

export type InsightsSearch = SearchParams<typeof parsers>;

export const parseInsightsSearch = searchParams(parsers);

export interface SitePath {
  organizationId: string;
  siteId: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** Days in UTC, as they are counted. */
export interface Days {
  from: string;
  to: string;
}

const dayAt = (today: string, daysBefore: number): string =>
  new Date(Date.parse(today) - daysBefore * DAY_MS).toISOString().slice(0, 10);

/** A range until today, and as many days before. */
export function daysOf(range: InsightsSearch['range'], today: string): { now: Days; before: Days } {
  const count = RANGES[range ?? '30d'];
  return {
    now: { from: dayAt(today, count - 1), to: today },
    before: { from: dayAt(today, 2 * count - 1), to: dayAt(today, count) },
  };
}

/** The days of a range, also those on which nothing was counted. */
export function listDays({ from, to }: Days): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => dayAt(to, count - 1 - at));
}

export type EventRow = Partial<Record<SiteEventColumn, string | number | null>>;

/** An answer, whose values come by columns, as rows. */
export function toRows({ columns }: SiteEventsAggregate): EventRow[] {
  const length = columns[0]?.values.length ?? 0;
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(columns.map(({ column, values }) => [column, values[at] ?? null])),
  );
}

/** A question about some days. */
function question(
  columns: readonly SiteEventColumn[],
  { from, to }: Days,
  others: Partial<SiteEventsAggregation> = {},
): SiteEventsAggregation {
  return {
    select: columns.map((column) => ({ column })),
    range: { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` },
    ...others,
  };
}

const byColumns = (...columns: SiteEventColumn[]) => columns.map((column) => ({ column }));
const ofKind = (type: string) => ({ column: 'eventType' as const, values: [type] });
const READERS = { column: 'visitorKind' as const, values: ['people', 'agents'] };
/** As many rows as a list of the screen has. */
const TOP = 50;

/** What was searched for, most of one number first. */
const searches = (days: Days, most: 'eventsCount' | 'withoutResultCount', limit: number) =>
  question(['eventSearchQuery', 'eventsCount', 'withoutResultCount', 'openedCount', 'averageRank'], days, {
    groupBy: byColumns('eventSearchQuery'),
    where: [ofKind('search_type_query'), READERS],
    order: { by: { column: most }, direction: 'desc' },
    limit,
  });

/** What the screen asks about the readers of a site. */
export const questions = {
  views: (days: Days) =>
    question(['date', 'visitorKind', 'eventsCount'], days, {
      groupBy: byColumns('date', 'visitorKind'),
      limit: 5000,
    }),
  visitors: (days: Days) =>
    question(['date', 'visitorsCount'], days, {
      groupBy: byColumns('date'),
      where: [{ column: 'visitorKind', values: ['people'] }],
      limit: 5000,
    }),
  pages: (days: Days) =>
    question(['siteSpace', 'page', 'pageTitle', 'urlPath', 'eventsCount'], days, {
      groupBy: byColumns('siteSpace', 'page'),
      where: [READERS],
      limit: 1000,
    }),
  searchTotal: (days: Days) =>
    question(['eventsCount'], days, { where: [ofKind('search_type_query'), READERS] }),
  searches: (days: Days) => searches(days, 'eventsCount', 1000),
  searchesWithoutResult: (days: Days) => searches(days, 'withoutResultCount', TOP),
  missing: (days: Days) =>
    question(['urlPath', 'referrerDomain', 'eventsCount'], days, {
      groupBy: byColumns('urlPath', 'referrerDomain'),
      where: [ofKind('broken_url'), READERS],
      limit: TOP,
    }),
  referrers: (days: Days) =>
    question(['referrerDomain', 'eventsCount'], days, {
      groupBy: byColumns('referrerDomain'),
      where: [
        { column: 'visitorKind', values: ['people'] },
        { column: 'referrerDomain', operator: 'notIn', values: [''] },
      ],
      limit: 10,
    }),
  agents: (days: Days) =>
    question(['visitorAgent', 'eventsCount'], days, {
      groupBy: byColumns('visitorAgent'),
      where: [{ column: 'visitorKind', values: ['agents'] }],
      limit: 10,
    }),
};

/** The key of all answers about a site. */
export const answersOf = ({ organizationId, siteId }: SitePath) =>
  ['aggregateSiteEvents', organizationId, siteId] as const;

/** The answer to a question; asking changes nothing, so that it is kept like a list. */
export const answerOf = ({ organizationId, siteId }: SitePath, body: SiteEventsAggregation) => ({
  queryKey: [...answersOf({ organizationId, siteId }), body] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    toRows(
      (await aggregateSiteEvents({ path: { organizationId, siteId }, body, signal, throwOnError: true }))
        .data,
    ),
});

/** Everything that the screen shows of a range. */
export function queriesOf(path: SitePath, range: InsightsSearch['range'], today: string) {
  const { now, before } = daysOf(range, today);
  return [
    answerOf(path, questions.views(now)),
    answerOf(path, questions.views(before)),
    answerOf(path, questions.visitors(now)),
    answerOf(path, questions.pages(now)),
    answerOf(path, questions.pages(before)),
    answerOf(path, questions.searchTotal(now)),
    answerOf(path, questions.searches(now)),
    answerOf(path, questions.searchesWithoutResult(now)),
    answerOf(path, questions.missing(now)),
    answerOf(path, questions.referrers(now)),
    answerOf(path, questions.agents(now)),
  ] as const;
}

export function useInsights(path: SitePath, range: InsightsSearch['range'], today: string) {
  const answers = useSuspenseQueries({ queries: queriesOf(path, range, today) }).map(({ data }) => data);
  const answerAt = (at: number): EventRow[] => answers[at] ?? [];
  return {
    views: answerAt(0),
    viewsBefore: answerAt(1),
    visitors: answerAt(2),
    pages: answerAt(3),
    pagesBefore: answerAt(4),
    searchTotal: answerAt(5),
    searches: answerAt(6),
    searchesWithoutResult: answerAt(7),
    missing: answerAt(8),
    referrers: answerAt(9),
    agents: answerAt(10),
  };
}

export const numberOf = (row: EventRow | undefined, column: SiteEventColumn): number =>
  Number(row?.[column] ?? 0);
export const textOf = (row: EventRow, column: SiteEventColumn): string => String(row[column] ?? '');
