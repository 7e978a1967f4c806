// @module-tag both-engines
import { describe, expect, it } from 'vitest';
import { createCollection, createMember, createSpace, type TestMember } from '#server/test/factories.ts';
import { ContentModel, type ModelMove, randomMove } from '#server/test/model/content-model.ts';
import {
  deriveAccess,
  orderByParent,
  findRankProblems,
  loadContent,
  storedAccess,
} from '#server/test/model/content-state.ts';
import { SeededRandom } from '#server/test/random.ts';
import { as, testApp } from '#server/test/test-app.ts';
import type { ContentKey } from './content-move.ts';

const CLIENTS = 8;

const MOVES_PER_CLIENT = 40;

const MOVES_ALONE = 300;

/** An organization with two levels of collections and spaces in all of them, its administrator and a model of it. */
async function createContent() {
  const admin = await createMember({ role: 'admin' });
  const { organizationId } = admin;
  const model = new ContentModel();
  const parents: (string | null)[] = [null];
  for (let index = 0; index < 6; index += 1) {
    const parentId = parents[Math.floor(index / 2)] ?? null;
    const { id } = await createCollection({
      organizationId,
      parentId,
      defaultLevel: index % 2 ? 'inherit' : 'edit',
    });
    model.add({ kind: 'collection', id }, parentId);
    parents.push(id);
  }
  for (let index = 0; index < 28; index += 1) {
    const parentId = parents[index % parents.length] ?? null;
    const { id } = await createSpace({
      organizationId,
      parentId,
      defaultLevel: index % 3 ? 'inherit' : 'read',
    });
    model.add({ kind: 'space', id }, parentId);
  }
  return { admin, model };
}

function send(admin: TestMember, { moved, target }: ModelMove) {
  const toReference = (key: ContentKey | undefined) => key && { type: key.kind, [key.kind]: key.id };
  return as(admin).post(`/v1/${moved.kind}s/${moved.id}/move`, {
    parent: target.parentId,
    position: { before: toReference(target.before), after: toReference(target.after) },
  });
}

async function expectConsistent(organizationId: string, model: ContentModel): Promise<void> {
  const { db } = await testApp();
  const rows = await loadContent(db, organizationId);
  const ids = rows.map(({ id }) => id).toSorted();
  expect(ids).toEqual(
    model
      .items()
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(findRankProblems(rows)).toEqual([]);
  expect(storedAccess(rows)).toEqual(deriveAccess(rows));
}

describe('moves through the API', () => {
  it(`match a list model over ${MOVES_ALONE} moves`, { timeout: 300_000 }, async () => {
    const random = new SeededRandom(11);
    const { admin, model } = await createContent();
    for (let done = 0; done < MOVES_ALONE; done += 1) {
      const move = randomMove(model, random);
      const outcome = model.move(move);
      const { status } = await send(admin, move);
      expect({ move, status }).toEqual({ move, status: outcome === 'moved' ? 200 : outcome });
    }
    const { db } = await testApp();
    const order = orderByParent(await loadContent(db, admin.organizationId));
    for (const [parentId, items] of model.lists) {
      expect(order[parentId ?? ''] ?? []).toEqual(items.map(({ id }) => id));
    }
    await expectConsistent(admin.organizationId, model);
  });

  it(`of ${CLIENTS} clients at once keep the order total and complete`, { timeout: 300_000 }, async () => {
    const { admin, model } = await createContent();
    const statuses: number[] = [];
    const client = async (seed: number) => {
      const random = new SeededRandom(seed);
      for (let done = 0; done < MOVES_PER_CLIENT; done += 1) {
        // The model is not updated here: each client moves items from their initial positions.
        const { status } = await send(admin, randomMove(model, random));
        statuses.push(status);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, seed) => client(seed + 1)));
    expect(statuses.filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(CLIENTS);
    await expectConsistent(admin.organizationId, model);
  });

  it('of collections into each other never create a cycle', { timeout: 300_000 }, async () => {
    const admin = await createMember({ role: 'admin' });
    const { organizationId } = admin;
    const { db } = await testApp();
    for (let round = 0; round < 15; round += 1) {
      const leftCollection = await createCollection({ organizationId });
      const right = await createCollection({ organizationId });
      const into = (collection: { id: string }, parent: { id: string }) =>
        as(admin).post(`/v1/collections/${collection.id}/move`, { parent: parent.id });
      const responses = await Promise.all([into(leftCollection, right), into(right, leftCollection)]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      deriveAccess(await loadContent(db, organizationId));
    }
  });

  it(
    'with concurrent level changes, creations and deletions keep the data consistent',
    { timeout: 300_000 },
    async () => {
      const { admin, model } = await createContent();
      const { organizationId } = admin;
      const collections = model.items().filter(({ kind }) => kind === 'collection');
      const work = async (seed: number) => {
        const random = new SeededRandom(seed);
        const statuses: number[] = [];
        for (let done = 0; done < 15; done += 1) {
          const { id } = random.pick(collections);
          const acts = [
            () => send(admin, randomMove(model, random)),
            () =>
              as(admin).patch(`/v1/collections/${id}`, {
                defaultLevel: random.pick(['inherit', 'read', null]),
              }),
            () => as(admin).post(`/v1/orgs/${organizationId}/spaces`, { parent: id }),
            () => as(admin).post(`/v1/orgs/${organizationId}/collections`, { parent: id }),
            () => as(admin).post(`/v1/spaces/${random.pick(model.items()).id}/duplicate`),
            () => as(admin).delete(`/v1/spaces/${random.pick(model.items()).id}`),
            () => as(admin).post(`/v1/spaces/${random.pick(model.items()).id}/restore`),
            ...(done === 10 ? [() => as(admin).delete(`/v1/collections/${id}`)] : []),
          ];
          statuses.push((await random.pick(acts)()).status);
        }
        return statuses;
      };
      const statuses = (await Promise.all(Array.from({ length: 6 }, (_, seed) => work(seed + 1)))).flat();
      expect(statuses.filter((status) => ![200, 201, 205, 400, 404, 409].includes(status))).toEqual([]);
      const { db } = await testApp();
      const rows = await loadContent(db, organizationId);
      expect(findRankProblems(rows)).toEqual([]);
      expect(storedAccess(rows)).toEqual(deriveAccess(rows));
      expect(rows.filter(({ kind, rank }) => kind === 'space' && rank === '')).toEqual([]);
    },
  );
});
