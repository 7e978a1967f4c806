import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import {
  NOW,
  sharedDemonstration,
  type RevisionContent,
  type SeededDatabase,
} from '#server/test/seeded-database.ts';

let first: SeededDatabase;

beforeAll(async () => {
  first = await sharedDemonstration();
});

async function revisionContents(): Promise<RevisionContent[]> {
  return (await sql<RevisionContent>`select id, pages, files from revisions`.execute(first.db)).rows;
}

describe('change requests', () => {
  it('exist in every status, several of them outdated', async () => {
    expect(await first.count('select count(distinct status) from change_requests')).toBe(4);
    const outdated = `select count(*) from change_requests c join spaces s on s.id = c.space_id
      where c.status in ('open', 'draft') and coalesce(c.revision_merged_ancestor, c.revision_initial) <> s.revision_id`;
    expect(await first.count(outdated)).toBeGreaterThanOrEqual(6);
  });

  it('differ from their base, and some have conflicts', async () => {
    const byId = new Map((await revisionContents()).map((row) => [row.id, flattenPages(row.pages)]));
    const text = (revision: string | null | undefined) =>
      new Map(
        (byId.get(revision ?? '') ?? []).map((page) => [
          page.id,
          `${page.path} ${page.title} ${page.documentId}`,
        ]),
      );
    const requests = await first.db
      .selectFrom('change_requests')
      .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
      .select([
        'change_requests.status',
        'change_requests.revision_id',
        'revision_initial',
        'revision_merged_ancestor',
        'spaces.revision_id as head',
      ])
      .execute();
    let same = 0;
    let colliding = 0;
    for (const request of requests) {
      const base = text(request.revision_merged_ancestor ?? request.revision_initial);
      const tip = text(request.revision_id);
      const head = text(request.head);
      const changed = [...new Set([...base.keys(), ...tip.keys()])].filter(
        (id) => base.get(id) !== tip.get(id),
      );
      if (changed.length === 0) same += 1;
      const collides = changed.some(
        (id) => base.has(id) && base.get(id) !== head.get(id) && tip.get(id) !== head.get(id),
      );
      if (collides && request.status === 'open') colliding += 1;
    }
    expect(same).toBe(1);
    expect(colliding).toBeGreaterThanOrEqual(4);
  });
});

describe('comments', () => {
  it('have reactions, replies, edits, resolutions, blocks and outdated pages', async () => {
    for (const condition of [
      `status = 'resolved' and resolved_by is not null`,
      'edited_at is not null',
      'replies > 1',
      'node_id is not null',
      'change_request_id is not null',
      'page_id is null',
    ]) {
      expect(await first.count(`select count(*) from comments where ${condition}`)).toBeGreaterThan(2);
    }
    expect(
      await first.count('select count(*) from comment_reactions where reply_id is not null'),
    ).toBeGreaterThan(1);
    const changed = `select count(*) from comments c join spaces s on s.id = c.space_id join revisions r on r.id = s.revision_id
      where c.change_request_id is null and c.page_document_id is not null and r.pages::text not like '%' || c.page_document_id || '%'`;
    expect(await first.count(changed)).toBeGreaterThanOrEqual(4);
  });

  it('are never older than their target or dated in the future', async () => {
    expect(
      await first.rows(`
      select c.body from comments c join revisions r on r.id = c.revision_id
      where c.posted_at < r.created_at or c.posted_at > '${NOW.toISOString()}'`),
    ).toEqual([]);
  });

  it('are by people who may comment, and changes by people who may edit', async () => {
    const level = `case when m.role = 6 then 6 else coalesce((select g.level from grants g
      where g.content_id = any(s.grant_path) and (g.user_id = m.user_id or g.team_id in
        (select team_id from team_members t where t.user_id = m.user_id and t.organization_id = s.organization_id))
      order by array_position(s.grant_path, g.content_id), (g.user_id is null), g.level desc limit 1), s.resolved_level, m.role) end`;
    const by = (person: string, table: string, join: string, minLevel: number) => `
      select s.title, m.search_text from ${table} x ${join} join members m on m.organization_id = s.organization_id and m.user_id = x.${person}
      where ${level} < ${minLevel}`;
    expect(await first.rows(by('posted_by', 'comments', 'join spaces s on s.id = x.space_id', 2))).toEqual(
      [],
    );
    expect(
      await first.rows(
        by(
          'posted_by',
          'comment_replies',
          'join comments c on c.id = x.comment_id join spaces s on s.id = c.space_id',
          2,
        ),
      ),
    ).toEqual([]);
    expect(await first.rows(by('created_by', 'revisions', 'join spaces s on s.id = x.space_id', 3))).toEqual(
      [],
    );
    expect(
      await first.rows(
        by(
          'created_by',
          `(select * from revisions where type = 'merge')`,
          'join spaces s on s.id = x.space_id',
          4,
        ),
      ),
    ).toEqual([]);
  });
});

describe('notifications', () => {
  it('tell people of several subjects, some of them unread, and nobody of their own', async () => {
    const rows = await first.db
      .selectFrom('notifications')
      .select(['user_id', 'reason', 'count', 'actor_ids', 'shown_at', 'read_at', 'done_at'])
      .execute();
    expect(new Set(rows.map(({ reason }) => reason)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBeGreaterThanOrEqual(8);
    expect(rows.filter(({ read_at }) => read_at === null).length).toBeGreaterThanOrEqual(5);
    expect(rows.some(({ done_at }) => done_at !== null)).toBe(true);
    expect(rows.some(({ count }) => count > 1)).toBe(true);
    expect(rows.filter((row) => row.actor_ids.includes(row.user_id))).toEqual([]);
    expect(rows.filter(({ shown_at }) => shown_at > NOW)).toEqual([]);
  });
});
