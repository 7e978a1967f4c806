import type {
  SiteEventColumn,
  SiteEventCondition,
  SiteEventRange,
  SiteEventsAggregation,
} from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import { dayOf } from '#server/insights/daily-salt.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How many days before today a named range begins. */
const DAYS_BACK = { last24Hours: 1, last7Days: 6, last30Days: 29, last3Months: 89, lastYear: 364 } as const;

/** The first and the last day of a range, in UTC. */
export function daysOf(range: SiteEventRange, now: Date): { from: string; to: string } {
  if (typeof range === 'string')
    return { from: dayOf(new Date(now.getTime() - DAYS_BACK[range] * DAY_MS)), to: dayOf(now) };
  const [from, to] = [dayOf(new Date(range.from)), dayOf(new Date(range.to))];
  if (from > to) throw badValue('body.range.to', 'must not be before the beginning');
  return { from, to };
}

/** A kind of events: where they are counted, and the columns of its table by their names in the contract. */
export interface EventSource {
  table: 'site_views' | 'site_visitors' | 'site_searches' | 'site_missing_paths';
  dimensions: Partial<Record<SiteEventColumn, string>>;
  /** SQL of numbers. */
  numbers: Partial<Record<SiteEventColumn, string>>;
}

const date = "to_char(day, 'YYYY-MM-DD')";

const SOURCES: Record<string, EventSource> = {
  page_view: {
    table: 'site_views',
    dimensions: {
      date,
      section: 'section_id',
      siteSpace: 'site_space_id',
      page: 'page_id',
      visitorKind: 'reader',
      visitorAgent: 'agent',
      visitorLanguage: 'language',
      visitorGeoCountry: 'country',
      referrerDomain: 'referrer',
    },
    numbers: { eventsCount: 'sum(views)' },
  },
  search_type_query: {
    table: 'site_searches',
    dimensions: { date, visitorKind: 'reader', eventSearchQuery: 'words' },
    numbers: {
      eventsCount: 'sum(searches)',
      withoutResultCount: 'sum(without_result)',
      openedCount: 'sum(opened)',
      averageRank: 'round(sum(rank_sum)::numeric / nullif(sum(ranked), 0), 2)',
    },
  },
  broken_url: {
    table: 'site_missing_paths',
    dimensions: { date, visitorKind: 'reader', urlPath: 'path', referrerDomain: 'referrer' },
    numbers: { eventsCount: 'sum(requests)' },
  },
};

/** Visitors are counted by themselves, for each day. */
const VISITORS: EventSource = {
  table: 'site_visitors',
  dimensions: { date, visitorKind: 'reader' },
  numbers: { visitorsCount: 'sum(visitors)' },
};

/** Columns of pages, which are read from their space after the numbers. */
const PAGE_FACTS: ReadonlySet<SiteEventColumn> = new Set(['pageTitle', 'urlPath']);

/** A question that can be answered by one statement. */
export interface Question {
  source: EventSource;
  groups: SiteEventColumn[];
  numbers: SiteEventColumn[];
  conditions: Required<SiteEventCondition>[];
  order: { column: SiteEventColumn; isDescending: boolean };
  /** Whether titles and paths of pages are asked for. */
  withPages: boolean;
}

/** 400 where a column is not one of these events, or is neither a number nor grouped by. */
export function readQuestion(body: SiteEventsAggregation): Question {
  const selected = body.select.map(({ column }) => column);
  const where = (body.where ?? []).map((condition) => ({ operator: 'in' as const, ...condition }));
  const source = sourceOf(selected, where);
  const withPages = source.table === 'site_views' && selected.some((column) => PAGE_FACTS.has(column));
  const isPageFact = (column: SiteEventColumn) => withPages && PAGE_FACTS.has(column);
  const groups = (body.groupBy ?? []).map(({ column }) => column).filter((column) => !isPageFact(column));
  for (const [at, column] of groups.entries()) {
    if (source.dimensions[column] === undefined)
      throw badValue(`body.groupBy.${at}.column`, 'must be a dimension of these events');
  }
  if (withPages && !(groups.includes('page') && groups.includes('siteSpace')))
    throw badValue('body.groupBy', 'must have siteSpace and page, for titles or paths of pages');
  if (source === VISITORS && !groups.includes('date'))
    throw badValue('body.groupBy', 'must have the date: visitors of several days are never added up');
  const columns = selected.filter((column) => !isPageFact(column) && column !== 'eventType');
  for (const column of columns) {
    if (source.numbers[column] === undefined && !groups.includes(column))
      throw badValue(
        'body.select',
        `must have numbers of these events, and what it groups by; not ${column}`,
      );
  }
  const numbers = columns.filter((column) => source.numbers[column] !== undefined);
  return {
    source,
    groups,
    numbers,
    conditions: conditionsOf(source, where),
    order: orderOf(body, columns, numbers),
    withPages,
  };
}

function sourceOf(selected: readonly SiteEventColumn[], where: readonly SiteEventCondition[]): EventSource {
  const at = where.findIndex(({ column }) => column === 'eventType');
  const [type = 'page_view', ...others] = where[at]?.values ?? [];
  const source = Object.hasOwn(SOURCES, type) ? SOURCES[type] : undefined;
  if (!source || others.length > 0)
    throw badValue(`body.where.${at}.values`, `must be one of ${Object.keys(SOURCES).join(', ')}`);
  return type === 'page_view' && selected.includes('visitorsCount') ? VISITORS : source;
}

function conditionsOf(
  { dimensions }: EventSource,
  where: readonly Required<SiteEventCondition>[],
): Required<SiteEventCondition>[] {
  return where.filter(({ column }, at) => {
    if (column === 'eventType') return false;
    if (dimensions[column] === undefined)
      throw badValue(`body.where.${at}.column`, 'must be a dimension of these events');
    return true;
  });
}

function orderOf(
  { order }: SiteEventsAggregation,
  columns: readonly SiteEventColumn[],
  numbers: readonly SiteEventColumn[],
): Question['order'] {
  const column = order?.by.column ?? numbers[0] ?? columns[0];
  if (column === undefined || !columns.includes(column))
    throw badValue('body.order.by.column', 'must be a selected column, not one of pages');
  return { column, isDescending: order ? order.direction === 'desc' : numbers.includes(column) };
}
