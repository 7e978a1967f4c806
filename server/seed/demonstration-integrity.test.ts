import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { findConditionProblem } from '#server/content/visitor-text/conditions.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { toSearchKey } from '#server/lists/lists.ts';
import { SEED_RULES } from '#server/test/seed-rules.ts';
import {
  findWrongAccess,
  NOW,
  sharedDemonstration,
  openDemonstration,
  type RevisionContent,
  type SeededDatabase,
} from '#server/test/seeded-database.ts';
import { seedDemonstration } from './demonstration.ts';

let first: SeededDatabase;

beforeAll(async () => {
  first = await sharedDemonstration();
});

async function revisionContents(): Promise<RevisionContent[]> {
  return (await sql<RevisionContent>`select id, pages, files from revisions`.execute(first.db)).rows;
}

describe('derived columns and references', () => {
  it.each(Object.entries(SEED_RULES))('%s', async (_, query) => {
    expect(await first.rows(query)).toEqual([]);
  });

  it('has no earlier states of structures: none of its sites was changed', async () => {
    expect(await first.rows('select site_id from structure_versions')).toEqual([]);
  });

  it('derives access from the top down', async () => {
    expect(await findWrongAccess(first)).toEqual([]);
  });

  it('stores the search keys of members', async () => {
    const rows = await first.db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['display_name', 'email', 'search_text'])
      .execute();
    for (const row of rows) expect(row.search_text).toBe(toSearchKey(`${row.display_name} ${row.email}`));
  });

  it('stores every referenced document and file under the id derived from it', async () => {
    const documents = await first.db.selectFrom('documents').selectAll().execute();
    for (const row of documents) expect(row.id).toBe(documentIdOf(row.markdown));
    const documentIds = new Set(documents.map((row) => row.id));
    const files = new Set((await first.db.selectFrom('files').select('id').execute()).map((row) => row.id));
    for (const { pages, files: refs } of await revisionContents()) {
      const all = flattenPages(pages);
      for (const page of all) {
        expect(page.type === 'group' || documentIds.has(page.documentId ?? '') || page.path).toBe(true);
        expect(page.path.endsWith(page.slug)).toBe(true);
      }
      expect(new Set(all.map((page) => page.path)).size).toBe(all.length);
      expect(refs.every((ref) => files.has(ref.id))).toBe(true);
    }
  });

  it('has only intentional broken links', async () => {
    const documents = new Map(
      (await first.db.selectFrom('documents').selectAll().execute()).map((row) => [row.id, row.markdown]),
    );
    const heads = await sql<RevisionContent>`
      select s.id, r.pages, r.files from spaces s join revisions r on r.id = s.revision_id`.execute(first.db);
    const pagesOf = new Map(
      heads.rows.map((row) => [row.id, new Set(flattenPages(row.pages).map((page) => page.id))]),
    );
    const broken: string[] = [];
    for (const { id, pages, files } of heads.rows) {
      for (const page of flattenPages(pages)) {
        for (const [, address = ''] of (documents.get(page.documentId ?? '') ?? '').matchAll(
          /\]\((\/[^)#]*)/g,
        )) {
          const [, kind, target = '', , inner] = address.split('/');
          const isFound =
            (kind === 'pages' && pagesOf.get(id)?.has(target)) ||
            (kind === 'files' && files.some((file) => file.id === target)) ||
            (kind === 'spaces' && (inner ? pagesOf.get(target)?.has(inner) : pagesOf.has(target))) ||
            kind === 'o';
          if (!isFound) broken.push(`${page.path}: ${address}`);
        }
      }
    }
    expect(broken.map((line) => line.split(':')[0]).toSorted()).toEqual([
      'exchange-programme',
      'money/salaries',
      'old-runbooks',
      'when-something-is-wrong/levels-that-jump',
    ]);
  });

  it('has valid conditions', async () => {
    const conditions = await sql<{ condition: string }>`
      select condition from site_sections where condition is not null
      union select condition from site_spaces where condition is not null`.execute(first.db);
    expect(conditions.rows.filter((row) => findConditionProblem(row.condition) !== null)).toEqual([]);
  });

  it('respects the limits of the contract', async () => {
    const longest: Record<string, [string, number]> = {
      spaces: ['title', 50],
      collections: ['title', 50],
      teams: ['title', 64],
      change_requests: ['subject', 100],
      site_sections: ['title', 64],
      site_section_groups: ['title', 100],
      saml_providers: ['label', 30],
      translations: ['title', 100],
      custom_fields: ['description', 200],
    };
    for (const [table, [column, limit]] of Object.entries(longest)) {
      expect(
        await first.rows(`select ${column} from ${table} where char_length(${column}) > ${limit}`),
      ).toEqual([]);
    }
    expect(
      await first.rows('select description from collections where char_length(description) > 100'),
    ).toEqual([]);
    expect(
      await first.rows('select o from custom_fields, unnest(options) o where char_length(o) > 40'),
    ).toEqual([]);
    expect(await first.rows(`select name from custom_fields where name !~ '^[a-z_\\-0-9]+$'`)).toEqual([]);
    // Unfinished specifications have a job that completes them.
    const stuck = await first.rows(`select slug from api_specs where processing_state <> 'complete'
      and not exists (select from jobs where kind = 'read-api-spec' and payload ->> 'specId' = api_specs.id)`);
    expect(stuck).toEqual([]);
    expect(await first.rows(`select slug from api_specs where slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$'`)).toEqual(
      [],
    );
    expect(await first.rows(`select path from site_sections where path !~ '^[a-z0-9-]{1,100}$'`)).toEqual([]);
    expect(await first.rows(`select path from site_spaces where path !~ '^[a-z0-9-]{1,100}$'`)).toEqual([]);
  });
});

it('is the same in every run except for secrets, and is not seeded twice', async () => {
  const dump = async ({ db }: Connection) => {
    const tables = [
      'users',
      'members',
      'team_members',
      'collections',
      'spaces',
      'grants',
      'documents',
      'revisions',
      'files',
      'change_requests',
      'comments',
      'comment_replies',
      'site_sections',
      'site_spaces',
      'audit_log',
    ];
    const parts = tables.map(async (table) => {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(t::text, '|' order by t::text)) as hash
        from (select (to_jsonb(x) - 'share_key')::text as t from ${sql.table(table)} x) y`.execute(db);
      return [table, rows[0]?.hash];
    });
    return Object.fromEntries(await Promise.all(parts));
  };
  const second = await openDemonstration();
  try {
    const once = await dump(second);
    expect(once).toEqual(await dump(first));
    await inTransaction(second.db, (trx) => seedDemonstration(trx, { now: NOW }));
    expect(await dump(second)).toEqual(once);
  } finally {
    await second.close();
  }
});
