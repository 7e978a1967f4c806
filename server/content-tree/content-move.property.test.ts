// @module-tag moves
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ContentLevel } from '#api/generated/types.gen.ts';
import { Actor } from '#server/access/actor.ts';
import type { AuditEntry } from '#server/audit/audit.ts';
import { ApiError } from '#server/base/errors.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { createCollection, createOrganization, createSpace } from '#server/test/factories.ts';
import { ContentModel, type MoveResult, randomMove } from '#server/test/model/content-model.ts';
import {
  deriveAccess,
  orderByParent,
  findRankProblems,
  loadContent,
  storedAccess,
} from '#server/test/model/content-state.ts';
import { SeededRandom } from '#server/test/random.ts';
import { testApp } from '#server/test/test-app.ts';
import { moveContent } from './content-move.ts';
import { updateCollectionRow, updateSpaceRow } from './content-tree.queries.ts';

const MOVES = Number(process.env.MOVES ?? 800);

const MOVES_PER_TRANSACTION = 200;

const LEVELS: readonly (ContentLevel | null)[] = ['inherit', 'inherit', 'read', 'edit', null];

/** An organization with random content, and the model of it. */
async function createContent(random: SeededRandom, size: { collections: number; spaces: number }) {
  const { id: organizationId } = await createOrganization();
  const model = new ContentModel();
  const collectionIds: string[] = [];
  const randomParent = () => (collectionIds.length === 0 ? null : random.pick([null, ...collectionIds]));
  for (let index = 0; index < size.collections; index += 1) {
    const parentId = randomParent();
    const { id } = await createCollection({ organizationId, parentId, defaultLevel: random.pick(LEVELS) });
    model.add({ kind: 'collection', id }, parentId);
    collectionIds.push(id);
  }
  for (let index = 0; index < size.spaces; index += 1) {
    const parentId = randomParent();
    const deletedAt = index % 5 === 4 ? { deletedAt: new Date() } : {};
    const fields = { organizationId, parentId, defaultLevel: random.pick(LEVELS), ...deletedAt };
    const { id } = await createSpace(fields);
    if (!('deletedAt' in deletedAt)) model.add({ kind: 'space', id }, parentId);
  }
  return { organizationId, model };
}

function administratorOf(organizationId: string): Actor {
  const user = { id: 'property-tester', displayName: 'P', email: 'p@press.example', photoURL: null };
  const member = { organizationId, userId: user.id, role: 6, disabled: false, sso: false };
  const memberships = [{ ...member, teamIds: [], ownedTeamIds: [] }];
  const credential = {
    kind: 'command line token',
    method: null,
    createdAt: new Date(),
    limitedTo: null,
  } as const;
  return new Actor({
    isOperator: false,
    user,
    tokenId: 'none',
    sessionId: null,
    ssoOrganizationId: null,
    credential,
    memberships,
    notOpen: new Map(),
  });
}

async function outcomeOf(act: () => Promise<void>): Promise<MoveResult> {
  try {
    await act();
    return 'moved';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const knownStatus = ([400, 404, 409] as const).find((status) => status === error.status);
    if (knownStatus === undefined) throw error;
    return knownStatus;
  }
}

/** The model's order in the form of {@link orderByParent}. */
function orderOf(model: ContentModel): Record<string, string[]> {
  const lists = [...model.lists].filter(([, items]) => items.length > 0);
  return Object.fromEntries(lists.map(([parentId, items]) => [parentId ?? '', items.map(({ id }) => id)]));
}

async function expectMatchesModel(
  db: Kysely<Database>,
  organizationId: string,
  model: ContentModel,
): Promise<void> {
  const rows = await loadContent(db, organizationId);
  expect(orderByParent(rows)).toEqual(orderOf(model));
  expect(findRankProblems(rows)).toEqual([]);
  expect(storedAccess(rows)).toEqual(deriveAccess(rows));
}

function auditOf(organizationId: string): AuditEntry {
  const target = { targetKind: 'space', targetId: 'any' };
  return { organizationId, actor: null, action: 'moveSpace', ...target, summary: 'Moved it.' };
}

describe('moveContent', () => {
  it(`matches a list model over ${MOVES} random moves`, { timeout: MOVES * 150 }, async () => {
    const random = new SeededRandom(20_261_121);
    const { db } = await testApp();
    const { organizationId, model } = await createContent(random, { collections: 14, spaces: 45 });
    const mover = administratorOf(organizationId);
    const outcomes: Record<string, number> = {};
    for (let done = 0; done < MOVES; done += MOVES_PER_TRANSACTION) {
      // Several moves share a transaction to save time; each move behaves the same.
      await inTransaction(db, async (trx) => {
        for (let step = 0; step < MOVES_PER_TRANSACTION; step += 1) {
          const move = randomMove(model, random);
          const moved = {
            ...move.moved,
            organizationId,
            parentId: model.parentOf(move.moved.id),
            audit: auditOf(organizationId),
          };
          const expected = model.move(move);
          const actual = await outcomeOf(() => moveContent(trx, mover, moved, move.target));
          if (actual !== expected) expect({ move, outcome: actual }).toEqual({ move, outcome: expected });
          outcomes[actual] = (outcomes[actual] ?? 0) + 1;
        }
      });
      await changeRandomLevel(db, model, random);
      await expectMatchesModel(db, organizationId, model);
    }
    await expectMatchesModel(db, organizationId, model);
    // Each kind of error occurred, and most moves succeeded.
    expect(outcomes.moved).toBeGreaterThan(MOVES / 2);
    expect(outcomes).toMatchObject({ 400: expect.any(Number), 409: expect.any(Number) });
  });

  it('rebalances a container with long ranks, including deleted spaces', async () => {
    const { db } = await testApp();
    const { organizationId, model } = await createContent(new SeededRandom(3), {
      collections: 0,
      spaces: 10,
    });
    const mover = administratorOf(organizationId);
    const list = model.listOf(null);
    for (let done = 0; done < 800; done += 1) {
      // Always moves the last item between the first two, so the rank keys keep growing.
      const moved = list.at(-1);
      const after = list[0];
      if (!moved || !after) throw new Error('The list is empty.');
      const target = { parentId: null, after };
      model.move({ moved, target });
      await inTransaction(db, (trx) =>
        moveContent(
          trx,
          mover,
          { ...moved, organizationId, parentId: null, audit: auditOf(organizationId) },
          target,
        ),
      );
    }
    await expectMatchesModel(db, organizationId, model);
    const all = await db
      .selectFrom('spaces')
      .select('rank')
      .where('organization_id', '=', organizationId)
      .execute();
    expect(new Set(all.map(({ rank }) => rank)).size).toBe(10);
  });
});

async function changeRandomLevel(
  db: Kysely<Database>,
  model: ContentModel,
  random: SeededRandom,
): Promise<void> {
  const item = random.pick(model.items());
  const change = { default_level: random.pick([-1, -1, 0, 1, 3]), updated_at: new Date() };
  const row = { id: item.id, parent_id: model.parentOf(item.id) };
  await inTransaction(db, (trx) =>
    item.kind === 'space' ? updateSpaceRow(trx, row, change) : updateCollectionRow(trx, row, change),
  );
}
