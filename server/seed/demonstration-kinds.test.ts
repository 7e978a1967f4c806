import { sql } from 'kysely';
import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, sharedDemonstration, type SeededDatabase } from '#server/test/seeded-database.ts';
import { seedId } from './model/seed-ids.ts';

const skerryId = seedId('organization', 'skerry');

let first: SeededDatabase;

beforeAll(async () => {
  first = await sharedDemonstration();
});

describe('the demonstration', () => {
  it('has three organizations, the first with all settings', async () => {
    expect(await first.count('select count(*) from organizations')).toBe(3);
    const inSkerry = (table: string) =>
      first.count(`select count(*) from ${table} where organization_id = '${skerryId}'`);
    expect(await inSkerry('link_invites')).toBeGreaterThanOrEqual(3);
    expect(await inSkerry('saml_providers')).toBe(2);
    const published = await first.rows(`select basename from sites
      where organization_id = '${skerryId}' and published and basename in ('help', 'handbook') order by 1`);
    expect(published).toEqual([{ basename: 'handbook' }, { basename: 'help' }]);
  });

  it('has people with known emails and their roles', async () => {
    const rows = await first.db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['users.email', 'members.role', 'members.disabled', 'members.sso'])
      .where('members.organization_id', '=', skerryId)
      .where('users.email', 'like', '%@demo.example')
      .orderBy('users.email')
      .execute();
    // Their tokens start sessions; those of SSO members do not.
    expect(rows.filter(({ sso }) => sso)).toEqual([]);
    const roles = Object.fromEntries(
      rows.map((row) => [row.email.split('@')[0], row.disabled ? 'disabled' : row.role]),
    );
    expect(roles).toEqual({
      admin: 6,
      commenter: 2,
      creator: 5,
      disabled: 'disabled',
      editor: 3,
      guest: 0,
      owner: 1,
      reader: 1,
      reviewer: 4,
    });
    expect(
      await first.count(
        `select count(*) from members m join users u on u.id = m.user_id where u.email = 'admin@demo.example' and m.role = 6`,
      ),
    ).toBe(2);
    const outside = await sql<{ organization_id: string }>`
      select organization_id from members m join users u on u.id = m.user_id where u.email = 'outsider@demo.example'`.execute(
      first.db,
    );
    expect(outside.rows).toEqual([{ organization_id: seedId('organization', 'saltmarsh') }]);
    expect(
      await first.count(
        `select count(*) from team_members t join users u on u.id = t.user_id where u.email = 'owner@demo.example' and t.role = 'owner'`,
      ),
    ).toBeGreaterThan(0);
  });

  it('has members of every role, with and without SSO, never seen and inactive', async () => {
    expect(
      await first.count(`select count(distinct role) from members where organization_id = '${skerryId}'`),
    ).toBe(7);
    expect(await first.count('select count(*) from members where last_seen_at is null')).toBeGreaterThan(2);
    expect(
      await first.count(
        `select count(*) from members where last_seen_at < '${NOW.toISOString()}'::timestamptz - interval '90 days'`,
      ),
    ).toBeGreaterThan(3);
    expect(await first.count('select count(distinct sso) from members')).toBe(2);
  });

  it('has collections on three levels and default levels of every kind', async () => {
    const deep = `select count(*) from collections a join collections b on a.parent_id = b.id join collections c on b.parent_id = c.id where c.parent_id is null`;
    expect(await first.count(deep)).toBeGreaterThan(3);
    const levels = await sql<{ default_level: number }>`
      select distinct default_level from (select default_level from collections union select default_level from spaces) x order by 1`.execute(
      first.db,
    );
    expect(levels.rows.map((row) => row.default_level)).toEqual(expect.arrayContaining([-1, 0, 1, 2, 3, 4]));
  });

  it('has three deleted spaces that can be restored', async () => {
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from ${NOW.toISOString()}::timestamptz - deleted_at)::float / 86400 as days
      from spaces where deleted_at is not null order by 1`.execute(first.db);
    expect(rows).toHaveLength(3);
    expect(rows.every((row) => row.days > 0 && row.days < 7)).toBe(true);
  });

  it('has a draft of a structure that several people change', async () => {
    const people = 'select count(distinct created_by) from structure_draft_changes';
    expect(await first.count(people)).toBe(2);
    expect(await first.count('select count(*) from structure_drafts where scheduled_at is null')).toBe(1);
  });

  it('has sites of every structure', async () => {
    const { rows } = await sql<{
      published: boolean;
      visibility: string;
      groups: number;
      sections: number;
      root: number;
    }>`
      select published, visibility,
        (select count(*)::int from site_section_groups g where g.site_id = s.id) as groups,
        (select count(*)::int from site_sections x where x.site_id = s.id) as sections,
        (select count(*)::int from site_spaces x where x.site_id = s.id and section_id is null) as root
      from sites s where organization_id = ${skerryId}`.execute(first.db);
    expect(rows.some((site) => site.groups > 1)).toBe(true);
    expect(rows.some((site) => site.groups === 0 && site.sections > 1)).toBe(true);
    expect(rows.some((site) => site.sections === 0 && site.root > 1)).toBe(true);
    expect(rows.some((site) => site.visibility === 'share-link')).toBe(true);
    expect(new Set(rows.map((site) => site.published))).toEqual(new Set([true, false]));
    expect(rows.every((site) => site.sections === 0 || site.root === 0)).toBe(true);
    expect(
      await first.count(`select count(*) from site_sections where condition like '%visitor.claims%'`),
    ).toBeGreaterThan(1);
    expect(
      await first.count(`select count(*) from site_spaces where condition like '%visitor.claims%'`),
    ).toBeGreaterThan(1);
    expect(
      await first.count(
        'select count(*) from (select 1 from site_spaces group by section_id having count(*) > 1) x',
      ),
    ).toBeGreaterThan(3);
  });

  it('has custom fields of every type and API specifications in every state', async () => {
    expect(
      await first.count(
        `select count(distinct type) from custom_fields where organization_id = '${skerryId}'`,
      ),
    ).toBe(6);
    expect(await first.count('select count(distinct processing_state) from api_specs')).toBe(3);
    expect(await first.count('select count(distinct last_process_error_code) from api_specs')).toBe(3);
    expect(
      await first.count(
        'select max(n) from (select count(*) as n from api_spec_versions group by api_spec_id) x',
      ),
    ).toBe(4);
  });

  it('has real certificates: one valid for decades, one that expires or has expired', async () => {
    const rows = await first.db
      .selectFrom('saml_providers')
      .select('certificate')
      .where('organization_id', '=', skerryId)
      .execute();
    const ends = rows.map((row) =>
      new Date(new X509Certificate(row.certificate ?? '').validTo).getFullYear(),
    );
    expect(ends.toSorted((a, b) => a - b)).toEqual([2026, 2046]);
  });
});
