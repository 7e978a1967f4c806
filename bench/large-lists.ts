/** Pages of 50 out of very long lists, the first one and one far behind it. */
import { sql } from 'kysely';
import { asIs, ask, bareApp, type Measured, time, type Timed } from './in-process.ts';

interface Page {
  items: unknown[];
  next?: { page: string };
}

/** How many requests of this kind make a round: each takes a millisecond or two. */
const SHORT_REQUESTS = 30;

/** Lists of 50 out of all members, beside a bare handler with the same SQL, and deep in a walk. */
export async function measureLargeLists(measured: Measured): Promise<Timed[]> {
  const { db, organizationId } = measured;
  const rounds = measured.rounds * SHORT_REQUESTS;
  const url = `/v1/orgs/${organizationId}/members`;
  const floor = bareApp(async () => {
    const { rows } = await sql`
      select u.id, u.display_name, u.email, u.photo_url, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at
      from members m join users u on u.id = m.user_id where m.organization_id = ${organizationId}
      order by m.joined_at desc, m.user_id desc limit 51`.execute(db);
    return rows.slice(0, 50);
  });
  const bare = await time(rounds, () => floor.inject({ url: '/' }), asIs);
  await floor.close();
  const list = (cursor = '') => ask<Page>(measured, 'GET', `${url}?limit=50${cursor}`);
  const first = await time(rounds, () => list(), asIs);
  const cursor = await walk(measured, url);
  const deep = await time(rounds, () => list(`&page=${encodeURIComponent(cursor)}`), asIs);
  return [
    { name: 'list, first 50 of all members', own: first, floor: bare },
    { name: 'list, page near the end vs. first', own: deep, floor: first },
  ];
}

/** Walks through a list in the largest steps; the cursor of a page close to its end. */
async function walk(measured: Measured, url: string): Promise<string> {
  const cursors: string[] = [];
  for (let page: string | undefined = ''; page !== undefined;) {
    const from: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
    const answer: Page = await ask<Page>(measured, 'GET', `${url}?limit=1000${from}`);
    page = answer.next?.page;
    if (page !== undefined) cursors.push(page);
  }
  const last = cursors.at(-1);
  if (last === undefined) throw new Error('A deep page requires more than 1,000 members.');
  return last;
}
