import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import { moveWithLock } from '../carry-out-move.ts';
import { changeDefaults } from '../changes/default-changes.ts';
import { changeGroup, createGroup, joinGroup, leaveGroup, removeGroup } from '../changes/group-changes.ts';
import type { OpenSite } from '../changes/open-site.ts';
import { changeSection, createSection, removeSection } from '../changes/section-changes.ts';
import { changeSiteSpace, createSiteSpace, removeSiteSpace } from '../changes/site-space-changes.ts';
import { planGroupMove, planSectionMove, planSiteSpaceMove } from '../moves.ts';
import { planSort } from '../sort-structure.ts';
import { addedBy, mapIds, operationOf, type StepOperation, validateBody } from './draft-steps.ts';

/** Ids of items by what a draft calls them. */
export type AddedIds = Map<string, string>;

type Steps = Required<StructureDraftStep>;

type Runners = {
  readonly [Operation in keyof Steps]: (
    open: OpenSite,
    parameters: Steps[Operation],
    added: AddedIds,
  ) => Promise<unknown>;
};

/** Runs each operation with the function that its own request runs. */
const RUNNERS: Runners = {
  async createSiteSection(open, { id, siteSpaceId, body }, added) {
    const section = await createSection(open, body);
    const first = await open.trx
      .selectFrom('site_spaces')
      .select('id')
      .where('section_id', '=', section.id)
      .executeTakeFirstOrThrow();
    added.set(id, section.id).set(siteSpaceId, first.id);
  },
  updateSiteSection: (open, { siteSectionId, body }) => changeSection(open, siteSectionId, body),
  moveSiteSection: async (open, { siteSectionId: id, body }) =>
    moveWithLock(open.trx, await planSectionMove(open.trx, { ...open, id }, body.position), open.record),
  deleteSiteSection: (open, { siteSectionId }) => removeSection(open, siteSectionId),
  async createSiteSectionGroup(open, { id, body }, added) {
    added.set(id, (await createGroup(open, body)).id);
  },
  updateSiteSectionGroup: (open, { siteSectionGroupId, body }) => changeGroup(open, siteSectionGroupId, body),
  moveSiteSectionGroup: async (open, { siteSectionGroupId: id, body }) =>
    moveWithLock(open.trx, await planGroupMove(open.trx, { ...open, id }, body.position), open.record),
  deleteSiteSectionGroup: (open, { siteSectionGroupId }) => removeGroup(open, siteSectionGroupId),
  addSectionToGroup: (open, { siteSectionGroupId, body }) =>
    joinGroup(open, siteSectionGroupId, body.sectionId),
  removeSectionFromGroup: (open, { siteSectionGroupId, siteSectionId }) =>
    leaveGroup(open, siteSectionGroupId, siteSectionId),
  async createSiteSpace(open, { id, body }, added) {
    added.set(id, (await createSiteSpace(open, body)).id);
  },
  updateSiteSpace: (open, { siteSpaceId, body }) => changeSiteSpace(open, siteSpaceId, body),
  moveSiteSpace: async (open, { siteSpaceId: id, body }) =>
    moveWithLock(open.trx, await planSiteSpaceMove(open.trx, { ...open, id }, body.position), open.record),
  deleteSiteSpace: (open, { siteSpaceId }) => removeSiteSpace(open, siteSpaceId),
  updateSite: (open, { body }) => changeDefaults(open, body),
  sortSiteStructure: async (open, { body: { item, position } }) => {
    const context = { ...open, ...item, operation: 'sortSiteStructure' };
    return moveWithLock(open.trx, await planSort(open.trx, context, position), open.record);
  },
};

/** Runs a step with the site locked; `added` gets the ids of the items that it adds. */
export async function runStep(open: OpenSite, step: StructureDraftStep, added: AddedIds): Promise<void> {
  validateBody(step);
  await runOperation(open, step, operationOf(step), added);
}

async function runOperation<Operation extends StepOperation>(
  open: OpenSite,
  step: StructureDraftStep,
  operation: Operation,
  added: AddedIds,
): Promise<void> {
  const parameters: Partial<Steps>[Operation] = step[operation];
  if (parameters === undefined) return;
  const own = new Set(addedBy(step));
  const real = mapIds(parameters, (id) => (own.has(id) ? id : (added.get(id) ?? id)));
  await RUNNERS[operation](open, real, added);
}
