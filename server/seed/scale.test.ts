import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { SEED_RULES } from '#server/test/seed-rules.ts';
import {
  findWrongAccess,
  NOW,
  openSeededDatabase,
  type SeededDatabase,
} from '#server/test/seeded-database.ts';
import { seedDemonstration } from './demonstration.ts';
import { seedAtScale } from './scale.ts';
import { personName, riverName, sectionTitle, spaceTitle, teamTitle } from './scale/names.ts';

const COUNTS = { members: 300, spaces: 50, sections: 60, changeRequests: 100, comments: 200 };

let large: SeededDatabase;
const lines: string[] = [];

beforeAll(async () => {
  large = await openSeededDatabase(async ({ db }) => {
    await inTransaction(db, (trx) => seedDemonstration(trx, { now: NOW }));
    await seedAtScale(db, COUNTS, { now: NOW, report: (line) => lines.push(line) });
  });
});
afterAll(() => large.close());

/** A query limited to the large organization. */
const inLarge = (table: string, condition = 'true') =>
  `select count(*) from ${table} x join organizations o on o.id = x.organization_id
   where o.hostname = 'rivers-authority-1' and ${condition}`;

describe('a large organization', () => {
  it('has the requested numbers of everything', async () => {
    expect(await large.count(inLarge('members'))).toBe(301);
    expect(await large.count(inLarge('teams'))).toBe(6);
    expect(await large.count(inLarge('team_members'))).toBeGreaterThan(300);
    expect(await large.count(inLarge('spaces'))).toBe(50);
    expect(await large.count(inLarge('collections'))).toBe(3);
    expect(await large.count(inLarge('change_requests'))).toBe(100);
    const inSpaces = `exists (select 1 from spaces s join organizations o on o.id = s.organization_id
      where s.id = c.space_id and o.hostname = 'rivers-authority-1')`;
    expect(await large.count(`select count(*) from comments c where ${inSpaces}`)).toBe(200);
    expect(await large.count(`select sum(replies) from comments c where ${inSpaces}`)).toBeGreaterThan(50);
    const site = `(select s.id from sites s join organizations o on o.id = s.organization_id where o.hostname = 'rivers-authority-1')`;
    expect(await large.count(`select count(*) from site_section_groups where site_id = ${site}`)).toBe(3);
    expect(await large.count(`select count(*) from site_sections where site_id = ${site}`)).toBe(60);
    expect(await large.count(`select count(*) from site_spaces where site_id = ${site}`)).toBe(180);
    expect(lines.some((line) => line.startsWith('members: 300 rows'))).toBe(true);
  });

  it('is administrated by the administrator of the demonstration', async () => {
    const { db } = large;
    const administrators = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .select('users.email')
      .where('organizations.hostname', '=', 'rivers-authority-1')
      .where('members.role', '=', 6)
      .execute();
    expect(administrators).toEqual([{ email: 'admin@demo.example' }]);
  });

  it('has change requests in every status that differ from their base, and outdated ones', async () => {
    expect(await large.count(`select count(distinct status) from change_requests`)).toBe(4);
    expect(
      await large.rows(`
      select c.id from change_requests c join revisions base on base.id = c.revision_initial
      join revisions tip on tip.id = c.revision_id join organizations o on o.id = c.organization_id
      where o.hostname = 'rivers-authority-1' and base.pages = tip.pages`),
    ).toEqual([]);
    expect(
      await large.count(
        inLarge(
          'change_requests',
          `x.status = 'open' and x.revision_initial <> (select s.revision_id from spaces s where s.id = x.space_id)`,
        ),
      ),
    ).toBeGreaterThan(0);
  });

  it.each(Object.entries(SEED_RULES))('%s', async (_, query) => {
    expect(await large.rows(query)).toEqual([]);
  });

  it('derives access from the top down', async () => {
    expect(await findWrongAccess(large)).toEqual([]);
  });

  it('stores every text that a revision references', async () => {
    expect(
      await large.rows(`
      select r.id from revisions r, jsonb_path_query(r.pages, '$.**.documentId') as named
      where not exists (select 1 from documents d where d.id = named #>> '{}')`),
    ).toEqual([]);
  });

  it('can be created twice, and content needs no members', async () => {
    await seedAtScale(large.db, { sections: 2 }, { now: NOW });
    expect(await large.count(`select count(*) from organizations where title like 'Rivers Authority%'`)).toBe(
      2,
    );
    expect(await large.count("select count(*) from sites where title = 'Rivers and warnings'")).toBe(2);
  });
});

it('requires a user who administrates it', async () => {
  const empty = await openSeededDatabase(async () => {});
  await expect(seedAtScale(empty.db, { members: 1 }, { now: NOW })).rejects.toThrow('no user');
  expect(await empty.count('select count(*) from organizations')).toBe(0);
  await empty.close();
});

describe('generated names', () => {
  const unique = (count: number, name: (index: number) => string) =>
    new Set(Array.from({ length: count }, (_, index) => name(index))).size;

  it('are unique where required', () => {
    expect(unique(5000, spaceTitle)).toBe(5000);
    expect(unique(2000, teamTitle)).toBe(2000);
    expect(unique(1000, sectionTitle)).toBe(1000);
    expect(unique(600, riverName)).toBe(600);
    expect(unique(10_000, personName)).toBeGreaterThan(9000);
  });

  it('respect the limits of titles', () => {
    const longest = (name: (index: number) => string) =>
      Math.max(...Array.from({ length: 5000 }, (_, index) => [...name(index)].length));
    expect(longest(spaceTitle)).toBeLessThanOrEqual(50);
    expect(longest(teamTitle)).toBeLessThanOrEqual(64);
    expect(longest(sectionTitle)).toBeLessThanOrEqual(64);
  });
});
