import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentLevel } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { createCollection, createSpace, createTeam } from '#server/test/factories.ts';
import { loadContent, type StoredContent } from '#server/test/model/content-state.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SeededRandom } from '#server/test/random.ts';
import { testApp } from '#server/test/test-app.ts';
import {
  type ContentViewer,
  countWithLevel,
  grantedLevel,
  levelOn,
  visibleSpaces,
} from './content-access.ts';
import { INHERIT_LEVEL, effectiveLevel } from './roles.ts';

const LEVELS: readonly (ContentLevel | null)[] = ['inherit', 'inherit', 'inherit', 'comment', null];

type Grant = Pick<Row<'grants'>, 'content_id' | 'user_id' | 'team_id' | 'level'>;

/**
 * Reference implementation: an administrator has everything; otherwise, going up from the content, at each level the
 * own grant, the highest grant of the teams, then the default level unless inherited; finally the role. Guests have no
 * default levels.
 */
function expectedLevel(
  viewer: ContentViewer,
  content: StoredContent,
  all: ReadonlyMap<string, StoredContent>,
  grants: readonly Grant[],
): number {
  if (viewer.role === 6) return 6;
  for (let step: StoredContent | undefined = content; step; step = all.get(step.parent_id ?? '')) {
    const { id, default_level: defaultLevel } = step;
    const here = grants.filter((grant) => grant.content_id === id);
    const ownGrant = here.find((grant) => grant.user_id === viewer.userId);
    if (ownGrant) return ownGrant.level;
    const ofTeams = here.filter((grant) => viewer.teamIds.includes(grant.team_id ?? ''));
    if (ofTeams.length > 0) return Math.max(...ofTeams.map(({ level }) => level));
    if (defaultLevel !== INHERIT_LEVEL && viewer.role !== 0) return defaultLevel;
  }
  return viewer.role;
}

describe('the level on content', () => {
  let w: OrganizationFixture;
  let content: StoredContent[];
  let grants: Grant[];
  let viewers: ContentViewer[];

  beforeAll(async () => {
    const random = new SeededRandom(7);
    w = await createOrganizationFixture();
    const { db } = await testApp();
    const organizationId = w.organization.id;
    const people = [w.reader, w.editor, w.guest, w.creator, w.admin];
    const teamIds: string[] = [];
    for (let index = 0; index < 4; index += 1) teamIds.push((await createTeam({ organizationId })).id);
    const parents: (string | null)[] = [null];
    for (let index = 0; index < 40; index += 1) {
      const create = index < 12 ? createCollection : createSpace;
      const parentId = random.pick(parents);
      const created = await create({ organizationId, parentId, defaultLevel: random.pick(LEVELS) });
      if (index < 12) parents.push(created.id);
    }
    content = await loadContent(db, organizationId);
    grants = content.flatMap(({ id }) => [
      ...people
        .filter(() => random.chance(0.1))
        .map((person) => ({ content_id: id, user_id: person.id, team_id: null, level: random.below(7) })),
      ...teamIds
        .filter(() => random.chance(0.15))
        .map((teamId) => ({ content_id: id, user_id: null, team_id: teamId, level: random.below(7) })),
    ]);
    const common = { organization_id: organizationId, content_kind: 'space' };
    await db
      .insertInto('grants')
      .values(grants.map((grant) => ({ ...grant, ...common, id: newId() })))
      .execute();
    const roles = [1, 3, 0, 5, 6];
    viewers = people.map((person, index) => ({
      userId: person.id,
      role: roles[index] ?? 0,
      teamIds: teamIds.filter(() => random.chance(0.5)),
    }));
  });

  it('is the same in SQL, from a row and in the reference implementation', async () => {
    const { db } = await testApp();
    const all = new Map(content.map((row) => [row.id, row]));
    for (const viewer of viewers) {
      const expected = new Map(content.map((row) => [row.id, expectedLevel(viewer, row, all, grants)]));
      for (const table of ['spaces', 'collections'] as const) {
        const rows = await db
          .selectFrom(table)
          .select(['id', 'resolved_level', levelOn(viewer, table).as('level')])
          .select(grantedLevel(viewer, table).as('granted'))
          .where('organization_id', '=', w.organization.id)
          .execute();
        for (const row of rows) {
          const expectedAccess = { id: row.id, viewer, level: expected.get(row.id) };
          expect({ id: row.id, viewer, level: row.level }).toEqual(expectedAccess);
          expect({ id: row.id, viewer, level: effectiveLevel(viewer.role, row) }).toEqual(expectedAccess);
        }
      }
      const visibleRows = await visibleSpaces(db, viewer, w.organization.id).select('spaces.id').execute();
      const visible = content.filter(({ id, kind }) => kind === 'space' && (expected.get(id) ?? 0) >= 1);
      expect(visibleRows.map(({ id }) => id).toSorted()).toEqual(visible.map(({ id }) => id).toSorted());
      for (const level of [1, 5]) {
        const condition = sql<boolean>`spaces.organization_id = ${w.organization.id}`;
        const total = await countWithLevel(db, viewer, 'spaces', { condition, level });
        const reached = content.filter(
          ({ id, kind }) => kind === 'space' && (expected.get(id) ?? 0) >= level,
        );
        expect({ viewer, level, total }).toEqual({ viewer, level, total: reached.length });
      }
    }
  });
});
