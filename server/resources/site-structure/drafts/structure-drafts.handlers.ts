import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { badValue, conflict, notFound } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import { APPLY_DRAFT_JOB, enqueue } from '#server/queue/job-queue.ts';
import {
  changeSite,
  loadChangeableSite,
  recordSiteChange,
  type SiteRequest,
  type SiteRow,
} from '#server/sites/load-site.ts';
import { requireVisibleSpaces } from '../queries/structure.queries.ts';
import { applyDraft } from './apply-draft.ts';
import { approveDraft, withdrawApproval } from './approve-draft.ts';
import { addedBy, spacesOf, validateSteps } from './draft-steps.ts';
import {
  assertRoom,
  deleteDraftChanges,
  type DraftRow,
  ENDED_DRAFT,
  findDraft,
  insertDraftChange,
  listDraftChanges,
  writeDraft,
} from './drafts.queries.ts';
import { assertNotNeeded, assertNotScheduled } from './drafts.rules.ts';
import { viewDraft } from './view-draft.ts';

const YEAR_MS = 366 * 24 * 60 * 60_000;

/** The draft of a site's structure, which all who may change the structure share (decision 298). */
export const structureDraftHandlers = {
  async getStructureDraft(request) {
    await loadChangeableSite(request);
    return viewDraft(request);
  },

  async addStructureDraftChange(request) {
    const { body, actor } = request;
    await changeDraft(request, async ({ trx, site, member, draft, now }) => {
      assertNotScheduled(draft);
      const earlier = await listDraftChanges(trx, site.id);
      validateSteps(body.steps, new Set(earlier.flatMap(({ steps }) => steps.flatMap(addedBy))));
      await requireVisibleSpaces(trx, member, [...new Set(body.steps.flatMap(spacesOf))]);
      await assertRoom(trx, site.id, body);
      await writeDraft(trx, draft, now);
      await insertDraftChange(trx, site.id, body, { userId: actor.user.id, now });
      await recordSiteChange(trx, request, site, {
        action: 'addStructureDraftChange',
        summary: `Added to the draft of the structure of the site “${site.title}”: ${body.summary}.`,
        after: { change: body.summary, operations: body.steps.length },
      });
    });
    return viewDraft(request);
  },

  async removeStructureDraftChanges(request) {
    const { body } = request;
    await changeDraft(request, async ({ trx, site, draft, now }) => {
      assertNotScheduled(draft);
      const all = await listDraftChanges(trx, site.id);
      const removed = new Set(body.changes);
      const gone = all.filter(({ id }) => removed.has(id));
      if (gone.length < removed.size) throw notFound('change of the draft');
      assertNotNeeded(all.filter(({ id }) => !removed.has(id)));
      await writeDraft(trx, draft, now);
      await deleteDraftChanges(trx, site.id, body.changes);
      await recordSiteChange(trx, request, site, {
        action: 'removeStructureDraftChanges',
        summary: `Removed ${countOf(gone.length, 'change')} from the draft of the structure of the site “${site.title}”.`,
        before: { changes: gone.map(({ summary }) => summary) },
      });
    });
    return viewDraft(request);
  },

  async deleteStructureDraft(request) {
    await changeDraft(request, async ({ trx, site, draft, now }) => {
      const changes = await listDraftChanges(trx, site.id);
      if (changes.length === 0) return;
      await trx.deleteFrom('structure_draft_changes').where('site_id', '=', site.id).execute();
      await writeDraft(trx, draft, now, ENDED_DRAFT);
      await recordSiteChange(trx, request, site, {
        action: 'deleteStructureDraft',
        summary: `Discarded the draft of the structure of the site “${site.title}” with ${countOf(changes.length, 'change')}.`,
        before: { changes: changes.map(({ summary }) => summary) },
      });
    });
  },

  async applyStructureDraft(request) {
    const { actor } = request;
    return changeDraft(request, async ({ trx, site, member, draft, now }) => {
      const changes = await listDraftChanges(trx, site.id);
      const added = await applyDraft({ trx, site, member, actor, draft, now }, changes);
      return {
        object: 'applied-structure-draft' as const,
        changes: changes.length,
        added: [...added].map(([draftedId, id]) => ({ draftedId, id })),
      };
    });
  },

  async scheduleStructureDraft(request) {
    const { body, actor } = request;
    const at = new Date(body.at);
    await changeDraft(request, async ({ trx, site, draft, now }) => {
      if (at <= now) throw badValue('body.at', 'must be in the future');
      if (at.getTime() - now.getTime() > YEAR_MS) throw badValue('body.at', 'must be within a year');
      if ((await listDraftChanges(trx, site.id)).length === 0) throw conflict('The draft has no changes.');
      const scheduleId = newId();
      const schedule = { scheduled_at: at, scheduled_by: actor.user.id, schedule_id: scheduleId };
      await writeDraft(trx, draft, now, schedule);
      await enqueue(trx, { kind: APPLY_DRAFT_JOB, payload: { siteId: site.id, scheduleId }, runAt: at });
      await recordSiteChange(trx, request, site, {
        action: 'scheduleStructureDraft',
        summary: `Scheduled the draft of the structure of the site “${site.title}”.`,
        after: { at: at.toISOString() },
      });
    });
    return viewDraft(request);
  },

  async approveStructureDraft(request) {
    await changeDraft(request, (open) => approveDraft(open, request.actor));
    return viewDraft(request);
  },

  async deleteStructureDraftApproval(request) {
    await changeDraft(request, (open) => withdrawApproval(open, request.actor));
  },

  async deleteStructureDraftSchedule(request) {
    await changeDraft(request, async ({ trx, site, draft, now }) => {
      if (!draft.scheduled_at) return;
      await writeDraft(trx, draft, now, { scheduled_at: null, scheduled_by: null, schedule_id: null });
      await recordSiteChange(trx, request, site, {
        action: 'deleteStructureDraftSchedule',
        summary: `Ended the schedule of the draft of the structure of the site “${site.title}”.`,
        before: { at: draft.scheduled_at.toISOString() },
      });
    });
  },
} satisfies Handlers<
  | 'getStructureDraft'
  | 'addStructureDraftChange'
  | 'removeStructureDraftChanges'
  | 'deleteStructureDraft'
  | 'applyStructureDraft'
  | 'scheduleStructureDraft'
  | 'approveStructureDraft'
  | 'deleteStructureDraftApproval'
  | 'deleteStructureDraftSchedule'
>;

interface OpenDraft {
  trx: Transaction<Database>;
  site: SiteRow;
  member: Membership;
  draft: DraftRow;
  now: Date;
}

/** Runs a change of a draft with the site locked, unless others have changed the draft since `If-Match`. */
async function changeDraft<Result>(
  request: SiteRequest & Pick<FastifyRequest, 'headers' | 'clock'>,
  change: (open: OpenDraft) => Promise<Result>,
): Promise<Result> {
  const { result } = await changeSite(request, async (trx, site, member) => {
    const draft = await findDraft(trx, site.id);
    assertIfMatch(request, draft.updated_at);
    return change({ trx, site, member, draft, now: request.clock.now() });
  });
  return result;
}
