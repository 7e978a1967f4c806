// @module-tag moves
import fc from 'fast-check';
import type { Transaction } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { ListModel, type ModelPosition, TOP } from '#server/test/model/structure-model.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { type ApiResponse, testApp } from '#server/test/test-app.ts';
import { moveGroup, moveSection, moveSiteSpace, type MoveContext } from './moves.ts';
import {
  addGroup,
  deleteGroup,
  moveToEnd,
  requireGroup,
  requireSection,
} from './queries/sections.queries.ts';
import { listSiteSpaces } from './queries/site-spaces.queries.ts';
import { selectGroups, listSections } from './queries/structure.queries.ts';

/** Moves of each kind; other steps on groups come on top. */
const MOVES = Number(process.env.MOVES ?? 600);
const MOVES_THROUGH_API = 300;
/** Steps per transaction: until it ends, every read scans all row versions it has written. */
const STEPS_PER_RUN = 100;
const STEPS_PER_COMPARISON = 50;

/** A random step: `what` moves next to `where`, both modulo the number of items. */
const step = fc.record({
  what: fc.nat(),
  where: fc.nat(),
  side: fc.constantFrom('before', 'after', 'between', 'anywhere', 'end'),
  chance: fc.nat({ max: 99 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let site: SiteEditor;
let mover: Omit<MoveContext, 'id'>;
const noGrants = { userId: '', teamIds: [], guestOrganizationIds: [] };

beforeAll(async () => {
  const w = await createOrganizationFixture();
  site = await SiteEditor.open(w);
  for (let index = 1; index <= 12; index += 1) await site.addSection(`Section ${index}`);
  for (let index = 1; index <= 24; index += 1) {
    await site.addSiteSpace(`Section ${1 + (index % 4)}`, `Space ${index}`);
  }
  await site.addGroup('Group 1', 'Section 2', 'Section 3');
  await site.addGroup('Group 2', 'Section 5', 'Section 7', 'Section 4');
  const { app } = await testApp();
  const actor = await app.actors.find(w.creator.token);
  if (!actor) throw new Error('The creator has no token.');
  mover = { actor, site: { id: site.id, organization_id: w.organization.id, title: 'Site' } };
});

function pick(items: readonly string[], number: number): string {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** The neighbors of a step; those of "anywhere" are rarely adjacent. */
function targetOf(
  model: ListModel,
  moved: string,
  { where, side }: Step,
  candidates: readonly string[],
): ModelPosition {
  const neighbor = pick(candidates, where);
  if (side === 'before') return { before: neighbor };
  if (side === 'after') return { after: neighbor };
  if (side === 'anywhere') return { before: neighbor, after: pick(candidates, where + moved.length + 1) };
  if (side === 'end') return {};
  const others = model.list(model.listOf(neighbor)).filter((item) => item !== moved);
  const next = others[others.indexOf(neighbor) + 1];
  return { after: neighbor, ...(next !== undefined && candidates.includes(next) && { before: next }) };
}

/** Runs a move and expects the model's result: success in both, or 400. */
async function moveInBoth(
  model: ListModel,
  moved: string,
  target: ModelPosition,
  move: (target: ModelPosition) => Promise<unknown>,
): Promise<'moved'> {
  if (model.canMove(moved, target)) {
    await move(target);
    model.move(moved, target);
    return 'moved';
  }
  const error: unknown = await move(target).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400 });
  return 'moved';
}

/** Groups and sections: the top level, and one list per group. */
async function loadSectionModel(trx: Transaction<Database>): Promise<ListModel> {
  const groups = await selectGroups(trx, site.id).orderBy('rank').orderBy('id').execute();
  const sections = await listSections(trx, site.id);
  const inGroup = (id: string | null) => sections.filter((section) => section.group_id === id);
  const top = [...groups, ...inGroup(null)].toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  return new ListModel([
    [TOP, top.map(({ id }) => id)],
    ...groups.map(({ id }) => [id, inGroup(id).map((section) => section.id)] as const),
  ]);
}

/** Site spaces by section. */
async function loadSiteSpaceModel(trx: Transaction<Database>): Promise<ListModel> {
  const sections = await listSections(trx, site.id);
  const rows = await listSiteSpaces(trx, noGrants, site.id);
  return new ListModel(
    sections.map(({ id }) => [
      id,
      rows.filter((row) => row.section_id === id).map((row) => row.site_space_id),
    ]),
  );
}

type LoadModel = (trx: Transaction<Database>) => Promise<ListModel>;
type RunStep = (trx: Transaction<Database>, model: ListModel, step: Step) => Promise<'moved' | 'else'>;

/** Runs random steps on database and model, compares them regularly, and counts the moves. */
async function runSteps(read: LoadModel, take: RunStep): Promise<number> {
  const { db } = await testApp();
  let moves = 0;
  // Without the bias towards small numbers, which would make half of the steps change groups.
  const steps = fc.array(fc.noBias(step), { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN });
  const run = fc.asyncProperty(steps, async (all) => {
    await db.transaction().execute(async (trx) => {
      const model = await read(trx);
      for (const [index, randomStep] of all.entries()) {
        if ((await take(trx, model, randomStep)) === 'moved') moves += 1;
        if ((index + 1) % STEPS_PER_COMPARISON === 0) expect((await read(trx)).lists).toEqual(model.lists);
      }
    });
  });
  await fc.assert(run, { numRuns: 1, endOnFailure: true });
  return moves;
}

/** Runs random steps until there were enough moves. */
async function expectAgreement(read: LoadModel, take: RunStep): Promise<void> {
  for (let moves = 0; moves < MOVES;) moves += await runSteps(read, take);
}

const section = (id: string) => ({ type: 'site-section', siteSection: id }) as const;
/** A neighbor of a group is a group or a section. */
const groupNeighbor = (model: ListModel) => (id: string) => ({
  type: model.lists.has(id) ? ('site-section-group' as const) : ('site-section' as const),
  id,
});
const siteSpace = (id: string) => ({ type: 'site-space', siteSpace: id }) as const;

function referencesOf<Reference>({ before, after }: ModelPosition, reference: (id: string) => Reference) {
  return {
    ...(before !== undefined && { before: reference(before) }),
    ...(after !== undefined && { after: reference(after) }),
  };
}

/** Adds a section to a group, removes it from one, creates or deletes a group. */
async function changeGroups(
  trx: Transaction<Database>,
  model: ListModel,
  { what, where, chance }: Step,
): Promise<'else'> {
  const groups = [...model.lists.keys()].filter((key) => key !== TOP);
  const sections = model.items.filter((item) => !groups.includes(item));
  const id = pick(sections, what);
  if (chance < 8 && groups.length < 5) {
    const otherSection = pick(sections, what + 1);
    const group = await addGroup(trx, site.id, { title: 'New', icon: null, sectionIds: [otherSection, id] });
    model.lists.set(group.id, []);
    model.append(TOP, group.id);
    for (const member of [otherSection, id]) model.append(group.id, member);
  } else if (chance < 11 && groups.length > 1) {
    const group = pick(groups, where);
    await deleteGroup(trx, await requireGroup(trx, site.id, group));
    model.dissolve(group);
  } else {
    const target = pick([TOP, ...groups], where);
    await moveToEnd(trx, await requireSection(trx, site.id, id), target === TOP ? null : target);
    model.append(target, id);
  }
  return 'else';
}

/** Throws an `ApiError` unless the move succeeded. */
async function throwOnError(response: Promise<ApiResponse>): Promise<void> {
  const { status, body } = await response;
  if (status !== 200) throw new ApiError(status, body.error.message);
}

describe('random moves agree with a list in memory', { timeout: 60_000 + MOVES * 90 }, () => {
  it('sections, while groups are created and deleted', async () => {
    await expectAgreement(loadSectionModel, async (trx, model, randomStep) => {
      if (randomStep.chance < 15) return changeGroups(trx, model, randomStep);
      const sections = model.items.filter((item) => !model.lists.has(item));
      const moved = pick(sections, randomStep.what);
      return moveInBoth(model, moved, targetOf(model, moved, randomStep, sections), (target) =>
        moveSection(trx, { ...mover, id: moved }, referencesOf(target, section)),
      );
    });
  });

  it('groups, among groups and ungrouped sections', async () => {
    await expectAgreement(loadSectionModel, async (trx, model, randomStep) => {
      if (randomStep.chance < 5) return changeGroups(trx, model, randomStep);
      const groups = model.list(TOP).filter((item) => model.lists.has(item));
      const moved = pick(groups, randomStep.what);
      return moveInBoth(model, moved, targetOf(model, moved, randomStep, model.list(TOP)), (target) =>
        moveGroup(trx, { ...mover, id: moved }, referencesOf(target, groupNeighbor(model))),
      );
    });
  });

  it('site spaces, within and between sections, none of which becomes empty', async () => {
    await expectAgreement(loadSiteSpaceModel, async (trx, model, randomStep) => {
      const moved = pick(model.items, randomStep.what);
      const target = targetOf(model, moved, randomStep, model.items);
      const neighbor = target.before ?? target.after;
      const isLeaving = neighbor !== undefined && model.listOf(neighbor) !== model.listOf(moved);
      if (isLeaving && model.list(model.listOf(moved)).length === 1) return 'else';
      return moveInBoth(model, moved, target, (position) =>
        moveSiteSpace(trx, { ...mover, id: moved }, referencesOf(position, siteSpace)),
      );
    });
  });

  it('through the API, all three kinds in turn', async () => {
    const { db } = await testApp();
    const steps = fc.sample(fc.noBias(step), MOVES_THROUGH_API);
    const [sections, siteSpaces] = await db
      .transaction()
      .execute(async (trx) => [await loadSectionModel(trx), await loadSiteSpaceModel(trx)] as const);
    const groups = [...sections.lists.keys()].filter((key) => key !== TOP);
    const send = (path: string, position: object) =>
      throwOnError(site.creator.post(site.url(`${path}/move`), { position }));
    for (const [index, randomStep] of steps.entries()) {
      if (index % 3 === 0) {
        const all = sections.items.filter((item) => !groups.includes(item));
        const moved = pick(all, randomStep.what);
        await moveInBoth(sections, moved, targetOf(sections, moved, randomStep, all), (target) =>
          send(`/sections/${moved}`, referencesOf(target, section)),
        );
      } else if (index % 3 === 1) {
        const moved = pick(groups, randomStep.what);
        await moveInBoth(
          sections,
          moved,
          targetOf(sections, moved, randomStep, sections.list(TOP)),
          (target) => send(`/section-groups/${moved}`, referencesOf(target, groupNeighbor(sections))),
        );
      } else {
        const moved = pick(siteSpaces.items, randomStep.what);
        const ownList = siteSpaces.list(siteSpaces.listOf(moved));
        await moveInBoth(siteSpaces, moved, targetOf(siteSpaces, moved, randomStep, ownList), (target) =>
          send(`/site-spaces/${moved}`, referencesOf(target, siteSpace)),
        );
      }
    }
    await db.transaction().execute(async (trx) => {
      expect((await loadSectionModel(trx)).lists).toEqual(sections.lists);
      expect((await loadSiteSpaceModel(trx)).lists).toEqual(siteSpaces.lists);
    });
  });
});
