/** Search and link lists in a large organization, compared with minimal SQL. */
import { sql } from 'kysely';
import {
  noPreparation,
  sendRequest,
  type BenchContext,
  measureTime,
  type TimedResult,
} from './in-process.ts';

const searches = {
  'one word, everywhere': ['gauge', "'gauge':*"],
  'one word, nowhere': ['nowhere', "'nowhere':*"],
  'two letters': ['ga', "'ga':*"],
  'three words': ['duty officer mark', "'duty' & 'officer' & 'mark':*"],
  'one sheet of one folder': ['folder 17 sheet 2', "'folder' & '17' & 'sheet' & '2':*"],
} as const;

/** Minimal SQL for the best 50 spaces for a word. */
const searchBaseline = (organization: string, query: string) => sql`
  select s.id, s.title, max(ts_rank(p.words, ${query}::tsquery)) as rank
  from search_pages p join spaces s on s.id = p.space_id
  where s.organization_id = ${organization} and p.words @@ ${query}::tsquery
  group by s.id order by rank desc, s.id limit 51`;

/** Searches and links, requested by an administrator and by a reader. */
export async function measureSearch(measured: BenchContext): Promise<TimedResult[]> {
  const { db, organizationId, members, rounds, app } = measured;
  const { rows } = await sql<{ id: string }>`
    select id from spaces where organization_id = ${organizationId} and resolved_level = 1 limit 1`.execute(
    db,
  );
  const space = rows[0]?.id ?? '';
  const broken = sql`select s.id, i.broken from space_indexes i join spaces s on s.id = i.space_id
    where s.organization_id = ${organizationId} and i.broken > 0 order by i.broken desc, s.id limit 51`;
  const found: TimedResult[] = [];
  for (const member of members) {
    const get = (url: string) =>
      measureTime(rounds, () => sendRequest({ app, members: [member] }, 'GET', url), noPreparation);
    for (const [name, [typed, query]] of Object.entries(searches)) {
      const url = `/v1/orgs/${organizationId}/search?query=${encodeURIComponent(typed)}`;
      const baseline = await measureTime(
        rounds,
        () => searchBaseline(organizationId, query).execute(db),
        noPreparation,
      );
      found.push({ name: `${member.who}: search, ${name}`, time: await get(url), baseline });
    }
    const search = await get(`/v1/spaces/${space}/search?query=gauge`);
    found.push({ name: `${member.who}: search in a space`, time: search });
    found.push({ name: `${member.who}: links of a space`, time: await get(`/v1/spaces/${space}/links`) });
    const baseline = await measureTime(rounds, () => broken.execute(db), noPreparation);
    const own = await get(`/v1/orgs/${organizationId}/broken-links`);
    found.push({ name: `${member.who}: spaces with broken links`, time: own, baseline });
  }
  return found;
}
