import { type Kysely, sql } from 'kysely';
import type { SiteEventColumn } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { FIGURE_TABLES } from '#server/insights/keep-figures.ts';
import { readSitePages } from '../sites/site-pages.queries.ts';
import type { Question } from './insights.rules.ts';

type AnswerRow = Partial<Record<SiteEventColumn, string | number | null>>;

/** The rows of a question about a site. */
export async function answerQuestion(
  db: Kysely<Database>,
  { source, groups, numbers, conditions, order }: Question,
  { siteId, from, to, limit }: { siteId: string; from: string; to: string; limit: number },
): Promise<AnswerRow[]> {
  // Names of columns come from the tables of the rules, never from a request.
  const dimension = (column: SiteEventColumn) => sql.raw(source.dimensions[column] ?? 'null');
  const selected = [
    ...groups.map((column) => sql`${dimension(column)} as ${sql.ref(column)}`),
    ...numbers.map(
      (column) => sql`(${sql.raw(source.numbers[column] ?? 'null')})::float8 as ${sql.ref(column)}`,
    ),
  ];
  const filters = conditions.map(({ column, operator, values }) => {
    // Only words may be unknown. Of a computed value, the engine guesses badly how many rows have it.
    const value = column === 'eventSearchQuery' ? sql`coalesce(${dimension(column)}, '')` : dimension(column);
    return operator === 'in'
      ? sql`and ${value} = any(${values}::text[])`
      : sql`and ${value} <> all(${values}::text[])`;
  });
  // By the day itself: to write it for each row takes longer than all else.
  const grouped = groups.map((column, at) => sql.raw(column === 'date' ? 'day' : String(at + 1)));
  const grouping = groups.length === 0 ? sql`` : sql`group by ${sql.join(grouped)}`;
  const { rows } = await sql<AnswerRow>`
    select ${sql.join(selected)} from ${sql.table(source.table)}
    where site_id = ${siteId} and day between ${from}::date and ${to}::date ${sql.join(filters, sql` `)}
    ${grouping}
    order by ${sql.ref(order.column)} ${sql.raw(order.isDescending ? 'desc nulls last' : 'asc')},
      ${sql.join([...groups, ...numbers].map((_, at) => sql.raw(String(at + 1))))}
    limit ${limit}`.execute(db);
  return rows;
}

/** Adds titles and paths of pages as visitors get them; none of spaces that the member may not read, or of deleted pages. */
export async function addPages(
  db: Kysely<Database>,
  scope: { member: Membership; siteId: string },
  rows: readonly AnswerRow[],
): Promise<AnswerRow[]> {
  const findPage = await readSitePages(
    db,
    scope,
    rows.map(({ siteSpace }) => String(siteSpace)),
  );
  return rows.map((row) => {
    const page = findPage(String(row.siteSpace), String(row.page));
    return { ...row, pageTitle: page?.title ?? null, urlPath: page?.path ?? null };
  });
}

/** Deletes all figures of a site, table by table. */
export async function deleteFigures(db: Kysely<Database>, siteId: string): Promise<void> {
  for (const table of [...FIGURE_TABLES, 'site_visitor_marks', 'page_feedback'] as const) {
    await sql`delete from ${sql.table(table)} where site_id = ${siteId}`.execute(db);
  }
}

/** What a site counts, what it asks its readers, and whether its links are followed. */
export interface CountedAndAsked {
  countsVisits: boolean;
  asksFeedback: boolean;
  checksLinks: boolean;
}

export async function loadSettings(db: Kysely<Database>, siteId: string): Promise<CountedAndAsked> {
  const row = await db
    .selectFrom('sites')
    .select(['counts_visits', 'asks_feedback', 'checks_links'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return {
    countsVisits: row.counts_visits ?? true,
    asksFeedback: row.asks_feedback ?? false,
    checksLinks: row.checks_links ?? true,
  };
}

export async function saveSettings(
  db: Kysely<Database>,
  siteId: string,
  { countsVisits, asksFeedback, checksLinks }: CountedAndAsked,
): Promise<void> {
  await db
    .updateTable('sites')
    .set({ counts_visits: countsVisits, asks_feedback: asksFeedback, checks_links: checksLinks })
    .where('id', '=', siteId)
    .execute();
}
