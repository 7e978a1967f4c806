/**
 * `npx tsx bench/search.ts [--spaces 5000] [--rounds 15] [pglite | postgres]`: how long searches and lists of links take
 * in a large organization, asked one after another inside one process, beside the least SQL that finds the same rows.
 * Measures, never asserts.
 */
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { startPostgres } from '../scripts/postgres.ts';
import { newToken, hashSecret } from '../server/access/tokens.ts';
import { buildApp } from '../server/app.ts';
import { systemClock } from '../server/clock.ts';
import { type Connection, connect } from '../server/database/connect.ts';
import { newId } from '../server/database/ids.ts';
import { migrate } from '../server/database/migrate.ts';
import type { Database } from '../server/database/schema.ts';
import { seedDemonstration } from '../server/database/seed/demonstration.ts';
import { seedAtScale } from '../server/database/seed/scale.ts';
import { median, round } from './statistics.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { spaces: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '15' } },
});
const spaces = Number(values.spaces);
const rounds = Number(values.rounds);

interface Member {
  who: string;
  token: string;
}

/** An administrator and somebody who reads, with the organization and one of its spaces. */
async function readWorld(db: Kysely<Database>) {
  const { rows } = await sql<{ organization: string; space: string; user_id: string; role: number }>`
    select o.id as organization, m.user_id, m.role,
      (select id from spaces where organization_id = o.id and resolved_level = 1 limit 1) as space
    from organizations o join members m on m.organization_id = o.id and not m.disabled
    where o.hostname = 'rivers-authority-1' and m.role in (1, 6) order by m.role desc, m.user_id`.execute(db);
  const people = [rows.find(({ role }) => role === 6), rows.find(({ role }) => role === 1)];
  const members: Member[] = [];
  for (const row of people) {
    if (!row) throw new Error('The large organization lacks an administrator or a reader.');
    const token = newToken();
    const values = { id: newId(), user_id: row.user_id, name: 'bench', hash: hashSecret(token) };
    await db
      .insertInto('tokens')
      .values({ ...values, session_id: null, last_used_at: null, expires_at: null, revoked_at: null })
      .execute();
    members.push({ who: row.role === 6 ? 'administrator' : 'reader', token });
  }
  const { organization = '', space = '' } = rows[0] ?? {};
  return { organization, space, members };
}

/** The middle of the times that some work takes, in milliseconds, after two runs that do not count. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = -2; turn < rounds; turn += 1) {
    const started = performance.now();
    await work();
    if (turn >= 0) times.push(performance.now() - started);
  }
  return round(median(times));
}

/** The least SQL that finds the best 50 spaces for a word. */
const searchFloor = (organization: string, query: string) => sql`
  select s.id, s.title, max(ts_rank(p.words, ${query}::tsquery)) as rank
  from search_pages p join spaces s on s.id = p.space_id
  where s.organization_id = ${organization} and p.words @@ ${query}::tsquery
  group by s.id order by rank desc, s.id limit 51`;

async function measure(engine: string, database: Connection): Promise<void> {
  const { db } = database;
  await migrate(db);
  await seedDemonstration(db, { now: systemClock.now() });
  const started = performance.now();
  await seedAtScale(db, { members: 500, spaces }, { now: systemClock.now() });
  console.log(
    `${engine}: ${spaces} spaces seeded and indexed in ${round((performance.now() - started) / 1000)} s`,
  );
  const { organization, space, members } = await readWorld(db);
  const app = await buildApp({
    database,
    clock: systemClock,
    publicUrl: 'http://bench.example',
    rateLimit: 0,
  });
  const searches = {
    'one word, everywhere': ['gauge', "'gauge':*"],
    'one word, nowhere': ['nowhere', "'nowhere':*"],
    'two letters': ['ga', "'ga':*"],
    'three words': ['duty officer mark', "'duty' & 'officer' & 'mark':*"],
    'one sheet of one folder': ['folder 17 sheet 2', "'folder' & '17' & 'sheet' & '2':*"],
  } as const;
  for (const { who, token } of members) {
    const get = async (url: string) => {
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    };
    const show = (name: string, own: number, floor?: number) =>
      console.log(
        `${engine.padEnd(9)} ${who.padEnd(14)} ${name.padEnd(42)} ${String(own).padStart(8)} ms` +
          (floor === undefined ? '' : `   floor ${floor} ms, ${round(own / floor)} times`),
      );
    for (const [name, [typed, query]] of Object.entries(searches)) {
      const url = `/v1/orgs/${organization}/search?query=${encodeURIComponent(typed)}`;
      const floor = await time(() => searchFloor(organization, query).execute(db));
      show(`search an organization, ${name}`, await time(() => get(url)), floor);
    }
    show('search a space', await time(() => get(`/v1/spaces/${space}/search?query=gauge`)));
    show('links of a space', await time(() => get(`/v1/spaces/${space}/links`)));
    const broken = sql`select s.id, i.broken from space_indexes i join spaces s on s.id = i.space_id
      where s.organization_id = ${organization} and i.broken > 0 order by i.broken desc, s.id limit 51`;
    const floor = await time(() => broken.execute(db));
    show('spaces with broken links', await time(() => get(`/v1/orgs/${organization}/broken-links`)), floor);
  }
  await app.close();
}

const wanted = positionals.length === 0 ? ['pglite', 'postgres'] : positionals;
if (wanted.includes('pglite')) {
  const database = await connect({});
  await measure('pglite', database);
  await database.close();
}
if (wanted.includes('postgres')) {
  const postgres = await startPostgres();
  const database = await connect({ databaseUrl: postgres.url });
  await measure('postgres', database);
  await database.close();
  await postgres.stop();
}
