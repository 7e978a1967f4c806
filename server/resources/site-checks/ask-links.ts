import { type Kysely, sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#server/base/clock.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { parseRobots } from '#server/content/import/web/crawl-rules.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { askLink, LINK_AGENT, type LinkAnswer } from './ask-link.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Each address is asked for once in so long. */
const ASK_AGAIN_MS = 7 * DAY_MS;
/** Addresses that no check of a site has met for so long are not asked for, and then forgotten. */
const UNUSED_MS = 30 * DAY_MS;
const FORGET_MS = 90 * DAY_MS;
const ROBOTS_MS = DAY_MS;
/** One of our servers has a host for so long at most, and asks for so many of its addresses. */
const BUSY_MS = 10 * MINUTE_MS;
const ADDRESSES_AT_ONCE = 20;
/** Between two requests to a host. */
const PAUSE_MS = 1000;
const MAX_ROBOTS_BYTES = 100_000;

interface AskContext {
  db: Kysely<Database>;
  fetcher: Pick<Fetcher, 'send'>;
  clock: Clock;
  isStopping: () => boolean;
  pauseMs?: number;
}

/** Notes the addresses that a check of a site has met. */
export async function noteLinks(db: Kysely<Database>, urls: Iterable<string>, now: Date): Promise<void> {
  const rows = [...new Set(urls)].toSorted().flatMap((url) => {
    const host = parseUrl(url)?.host ?? '';
    return host === '' ? [] : [{ url, host }];
  });
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const given = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE));
    await sql`insert into link_targets (url, host, is_dead, problem, failures, next_ask_at, seen_at)
      select url, host, false, '', 0, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${given}::jsonb) as given (url text, host text) order by 1
      on conflict (url) do update set seen_at = excluded.seen_at`.execute(db);
    await sql`insert into link_hosts (host)
      select distinct host from jsonb_to_recordset(${given}::jsonb) as given (host text) order by 1
      on conflict do nothing`.execute(db);
  }
}

const ROWS_AT_ONCE = 500;

/** Asks for the addresses that are due, one host after the other, and forgets those that are not met any more. */
export async function askDueLinks(context: AskContext): Promise<void> {
  const { db, clock, isStopping } = context;
  await forgetLinks(db, clock.now());
  while (!isStopping()) {
    const host = await claimHost(db, clock.now());
    if (!host) return;
    try {
      await askHost(context, host);
    } finally {
      await db.updateTable('link_hosts').set({ busy_until: null }).where('host', '=', host.host).execute();
    }
  }
}

async function forgetLinks(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('link_targets')
    .where('seen_at', '<', new Date(now.getTime() - FORGET_MS))
    .execute();
  await sql`delete from link_hosts where not exists (
    select from link_targets where link_targets.host = link_hosts.host)`.execute(db);
}

/** A host with an address that is due, which no other server asks. */
async function claimHost(db: Kysely<Database>, now: Date): Promise<Row<'link_hosts'> | undefined> {
  const { rows } = await sql<Row<'link_hosts'>>`
    update link_hosts set busy_until = ${new Date(now.getTime() + BUSY_MS)}::timestamptz
    where host = (
      select host from link_hosts as free
      where (busy_until is null or busy_until < ${now}::timestamptz) and exists (
        select from link_targets where link_targets.host = free.host and next_ask_at <= ${now}::timestamptz
          and seen_at > ${new Date(now.getTime() - UNUSED_MS)}::timestamptz)
      limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

async function askHost(context: AskContext, host: Row<'link_hosts'>): Promise<void> {
  const { db, fetcher, clock, isStopping, pauseMs = PAUSE_MS } = context;
  const now = clock.now();
  const due = await db
    .selectFrom('link_targets')
    .selectAll()
    .where('host', '=', host.host)
    .where('next_ask_at', '<=', now)
    .where('seen_at', '>', new Date(now.getTime() - UNUSED_MS))
    .orderBy('next_ask_at')
    .orderBy('url')
    .limit(ADDRESSES_AT_ONCE)
    .execute();
  const robots = parseRobots(await readRobots(context, host, due[0]?.url ?? ''), LINK_AGENT);
  for (const target of due) {
    // What is left is due, and one of our servers goes on with it.
    if (isStopping() || clock.now().getTime() - now.getTime() > BUSY_MS / 2) return;
    const { pathname, search } = new URL(target.url);
    const mayAsk = robots.isAllowed(`${pathname}${search}`);
    if (mayAsk) await wait(Math.max(pauseMs, robots.delayMs));
    const answer: LinkAnswer = mayAsk ? await askLink(fetcher, target.url) : { kind: 'unknown', problem: '' };
    await storeAnswer(db, target, answer, clock.now());
  }
}

/** What a host lets programs ask for; of a day ago at most. Nothing where it has trouble, everything where it says nothing. */
async function readRobots(
  { db, fetcher, clock }: AskContext,
  host: Row<'link_hosts'>,
  url: string,
): Promise<string> {
  const now = clock.now();
  if (host.robots_read_at && now.getTime() - host.robots_read_at.getTime() < ROBOTS_MS)
    return host.robots ?? '';
  const robots = await fetchRobots(fetcher, new URL('/robots.txt', url).href);
  await db
    .updateTable('link_hosts')
    .set({ robots, robots_read_at: now })
    .where('host', '=', host.host)
    .execute();
  return robots;
}

async function fetchRobots(fetcher: Pick<Fetcher, 'send'>, url: string): Promise<string> {
  try {
    const headers = { 'user-agent': LINK_AGENT, accept: 'text/plain' };
    const { status, body } = await fetcher.send(url, {
      method: 'GET',
      headers,
      maxBytes: MAX_ROBOTS_BYTES,
      cutsBody: true,
    });
    if (status >= 500) return 'User-agent: *\nDisallow: /';
    return status < 300 ? body.toString('utf8').replaceAll('\0', '') : '';
  } catch (error) {
    if (error instanceof FetchError) return '';
    throw error;
  }
}

async function storeAnswer(
  db: Kysely<Database>,
  { url, failures: before }: Row<'link_targets'>,
  { kind, problem }: LinkAnswer,
  now: Date,
): Promise<void> {
  const failures = kind === 'unanswered' ? Math.min(before + 1, 100) : 0;
  const isDead = kind === 'dead' || failures >= 2;
  await db
    .updateTable('link_targets')
    .set({
      ...{ is_dead: isDead, problem: isDead ? problem : '', failures },
      ...{ asked_at: now, next_ask_at: new Date(now.getTime() + ASK_AGAIN_MS) },
    })
    .where('url', '=', url)
    .execute();
}
