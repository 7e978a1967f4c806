import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { ApiError, badValue } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { storableText } from '#server/base/storable-text.ts';
import { isVisible } from '#server/base/visible-text.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { MAX_SENTENCE_LENGTH } from './layout/layout-feedback.ts';
import { languageOf, type PlacedPage } from './view/navigation-view.ts';
import type { Visit } from './visit/visit.ts';

/** What a reader says about a page. */
interface PageAnswer {
  isHelpful: boolean;
  /** '' for none. */
  sentence: string;
}

const HELPFUL = new Map([
  ['yes', true],
  ['no', false],
]);

/** Reads the form; 400 where it is not what the page sends. */
export function readAnswer(body: URLSearchParams): PageAnswer {
  const isHelpful = HELPFUL.get(body.get('helpful') ?? '');
  if (isHelpful === undefined) throw badValue('body.helpful', 'must be yes or no');
  // Browsers send two characters for the end of a line, and count one.
  const written = (body.get('sentence') ?? '').replaceAll('\r\n', '\n');
  if (written.length > MAX_SENTENCE_LENGTH)
    throw badValue('body.sentence', `must have at most ${MAX_SENTENCE_LENGTH} characters`);
  const sentence = storableText(written);
  return { isHelpful, sentence: isVisible(sentence) ? sentence.trim() : '' };
}

/** So many answers of one site are stored in a day (UTC): nobody reads more, and they could fill the disk. */
export const MAX_DAILY_ANSWERS = 1000;

const DAY_MS = 24 * 60 * 60_000;

/** Stores what a reader says, and nothing of who they are. */
export async function storeAnswer(
  { db, clock }: Pick<FastifyRequest, 'db' | 'clock'>,
  visit: Visit,
  { place, entry }: PlacedPage,
  { isHelpful, sentence }: PageAnswer,
): Promise<void> {
  const now = clock.now();
  const isStored = await insertAnswer(db, {
    id: newId(),
    site_id: visit.site.id,
    site_space_id: place.siteSpace.id,
    page_id: entry.page.id,
    language: languageOf(visit, place),
    is_helpful: isHelpful,
    sentence,
    state: 'open',
    at: now,
  });
  if (isStored) return;
  const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
  throw new ApiError(
    429,
    `This site takes ${MAX_DAILY_ANSWERS} answers a day, and has them. Send yours again tomorrow.`,
    [],
    { 'retry-after': String(seconds) },
  );
}

/** False where the site has as many of that day already. Servers that store at the same time may exceed that by a few. */
async function insertAnswer(db: Kysely<Database>, row: Row<'page_feedback'>): Promise<boolean> {
  const { at, ...values } = row;
  const day = new Date(at.getTime() - (at.getTime() % DAY_MS));
  const columns = Object.keys(values).map((column) => sql.ref(column));
  const { numAffectedRows } = await sql`
    insert into page_feedback (${sql.join(columns)}, at) select ${sql.join(Object.values(values))}, ${at}::timestamptz
    where (select count(*) from (
      select from page_feedback where site_id = ${row.site_id} and at >= ${day}::timestamptz limit ${MAX_DAILY_ANSWERS}
    ) as today) < ${MAX_DAILY_ANSWERS}`.execute(db);
  return numAffectedRows === 1n;
}
