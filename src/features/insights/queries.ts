import { useSuspenseQueries } from '@tanstack/react-query';
import { aggregateSiteEvents } from '#api/generated/sdk.gen.ts';
import type {
  SiteEventColumn,
  SiteEventCondition,
  SiteEventsAggregate,
  SiteEventsAggregation,
} from '#api/generated/types.gen.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

/** The ranges to choose from, by their days until today. */
export const RANGES = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;

const parsers = {
  range: choiceParam(['7d', '30d', '90d', '365d']),
  /** The section whose views are shown; those of the whole site without it. */
  section: textParam(64),
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

/** Views are counted for each section; visitors, searches and addresses that led nowhere for the whole site. */
const inSection = (section: string | undefined): SiteEventCondition[] =>
  section === undefined ? [] : [{ column: 'section', values: [section] }];

/** What the screen asks about views. */
const viewQuestions = {
  views: (days: Days, section?: string) =>
    question(['date', 'visitorKind', 'eventsCount'], days, {
      groupBy: byColumns('date', 'visitorKind'),
      where: inSection(section),
      limit: 5000,
    }),
  pages: (days: Days, section?: string) =>
    question(['siteSpace', 'page', 'pageTitle', 'urlPath', 'eventsCount'], days, {
      groupBy: byColumns('siteSpace', 'page'),
      where: [READERS, ...inSection(section)],
      limit: 1000,
    }),
  referrers: (days: Days, section?: string) =>
    question(['referrerDomain', 'eventsCount'], days, {
      groupBy: byColumns('referrerDomain'),
      where: [
        { column: 'visitorKind', values: ['people'] },
        { column: 'referrerDomain', operator: 'notIn', values: [''] },
        ...inSection(section),
      ],
      limit: 10,
    }),
  agents: (days: Days, section?: string) =>
    question(['visitorAgent', 'eventsCount'], days, {
      groupBy: byColumns('visitorAgent'),
      where: [{ column: 'visitorKind', values: ['agents'] }, ...inSection(section)],
      limit: 10,
    }),
};

/** What it asks about the site as a whole. */
const siteQuestions = {
  visitors: (days: Days) =>
    question(['date', 'visitorsCount'], days, {
      groupBy: byColumns('date'),
      where: [{ column: 'visitorKind', values: ['people'] }],
      limit: 5000,
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

/** What the screen shows figures of. */
export interface Shown extends Pick<InsightsSearch, 'range' | 'section'> {
  today: string;
}

function viewQueriesOf(path: SitePath, { range, section, today }: Shown) {
  const { now, before } = daysOf(range, today);
  return [
    answerOf(path, viewQuestions.views(now, section)),
    answerOf(path, viewQuestions.views(before, section)),
    answerOf(path, viewQuestions.pages(now, section)),
    answerOf(path, viewQuestions.pages(before, section)),
    answerOf(path, viewQuestions.referrers(now, section)),
    answerOf(path, viewQuestions.agents(now, section)),
  ];
}

/** None where a section is chosen. */
function siteQueriesOf(path: SitePath, { range, section, today }: Shown) {
  if (section !== undefined) return [];
  const { now } = daysOf(range, today);
  return Object.values(siteQuestions).map((ask) => answerOf(path, ask(now)));
}

/** Everything that the screen shows. */
export const queriesOf = (path: SitePath, shown: Shown) => [
  ...viewQueriesOf(path, shown),
  ...siteQueriesOf(path, shown),
];

/** Figures of views, and those of the site as a whole unless a section is chosen. */
export function useInsights(path: SitePath, shown: Shown) {
  const [views = [], viewsBefore = [], pages = [], pagesBefore = [], referrers = [], agents = []] =
    useAnswers(viewQueriesOf(path, shown));
  const [visitors, searchTotal = [], all = [], searchesWithoutResult = [], missing = []] = useAnswers(
    siteQueriesOf(path, shown),
  );
  const ofSite = visitors && { visitors, searchTotal, searches: all, searchesWithoutResult, missing };
  return { views, viewsBefore, pages, pagesBefore, referrers, agents, ofSite };
}

const useAnswers = (queries: ReturnType<typeof answerOf>[]) =>
  useSuspenseQueries({ queries }).map(({ data }) => data);

export const numberOf = (row: EventRow | undefined, column: SiteEventColumn): number =>
  Number(row?.[column] ?? 0);
export const textOf = (row: EventRow, column: SiteEventColumn): string => String(row[column] ?? '');
