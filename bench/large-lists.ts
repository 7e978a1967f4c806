/** Pages of 50 of very long lists: the first page, and one far behind. */
import { sql } from 'kysely';
import {
  noPreparation,
  sendRequest,
  createBareApp,
  type BenchContext,
  measureTime,
  type TimedResult,
} from './in-process.ts';

interface Page {
  items: unknown[];
  next?: { page: string };
}

/** Requests per round: each takes one or two milliseconds. */
const SHORT_REQUESTS = 30;

/** Pages of 50 members, compared with a bare handler with the same SQL: the first page, and one near the end. */
export async function measureLargeLists(measured: BenchContext): Promise<TimedResult[]> {
  const { db, organizationId } = measured;
  const rounds = measured.rounds * SHORT_REQUESTS;
  const url = `/v1/orgs/${organizationId}/members`;
  const baseline = createBareApp(async () => {
    const { rows } = await sql`
      select u.id, u.display_name, u.email, u.photo_url, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at
      from members m join users u on u.id = m.user_id where m.organization_id = ${organizationId}
      order by m.joined_at desc, m.user_id desc limit 51`.execute(db);
    return rows.slice(0, 50);
  });
  const bare = await measureTime(rounds, () => baseline.inject({ url: '/' }), noPreparation);
  await baseline.close();
  const list = (cursor = '') => sendRequest<Page>(measured, 'GET', `${url}?limit=50${cursor}`);
  const first = await measureTime(rounds, () => list(), noPreparation);
  const cursor = await findLastCursor(measured, url);
  const deep = await measureTime(rounds, () => list(`&page=${encodeURIComponent(cursor)}`), noPreparation);
  return [
    { name: 'list, first 50 of all members', time: first, baseline: bare },
    { name: 'list, page near the end vs. first', time: deep, baseline: first },
  ];
}

/** Reads a list in the largest pages; returns the cursor of a page near its end. */
async function findLastCursor(measured: BenchContext, url: string): Promise<string> {
  const cursors: string[] = [];
  for (let page: string | undefined = ''; page !== undefined;) {
    const from: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
    const body: Page = await sendRequest<Page>(measured, 'GET', `${url}?limit=1000${from}`);
    page = body.next?.page;
    if (page !== undefined) cursors.push(page);
  }
  const last = cursors.at(-1);
  if (last === undefined) throw new Error('A deep page requires more than 1,000 members.');
  return last;
}
