import type { Transaction } from 'kysely';
import { conflict, forbidden } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredDraftApproval } from '#server/database/tables/structure-tables.ts';
import { writeNotices } from '#server/notifications/write-notifications.ts';
import { recordSiteChange, type SiteChanger, type SiteRow } from '#server/sites/load-site.ts';
import { type DraftRow, listDraftChanges } from './drafts.queries.ts';
import { identifyChanges } from './drafts.rules.ts';

/** Approvals that a draft keeps: the latest. */
const MAX_APPROVALS = 100;

interface Approving {
  trx: Transaction<Database>;
  site: SiteRow;
  draft: DraftRow;
  now: Date;
}

/** Approves the draft of a locked site as it is, in place of the person's approval before, and tells those who made it. */
export async function approveDraft(approving: Approving, actor: SiteChanger['actor']): Promise<void> {
  const { trx, site, draft, now } = approving;
  const changes = await listDraftChanges(trx, site.id);
  if (changes.length === 0) throw conflict('The draft has no changes.');
  const authors = new Set(changes.flatMap(({ created_by }) => created_by ?? []));
  const userId = actor.user.id;
  if (authors.has(userId))
    throw forbidden('Changes of yours are in the draft. Somebody else can approve it.');
  const approval = { userId, at: now.toISOString(), changes: identifyChanges(changes) };
  await writeApprovals(approving, [...withoutThatOf(draft, userId), approval].slice(-MAX_APPROVALS));
  await recordSiteChange(trx, { actor }, site, {
    action: 'approveStructureDraft',
    summary: `Approved the draft of the structure of the site “${site.title}”.`,
    after: { changes: changes.map(({ summary }) => summary) },
  });
  const eventId = `structure-draft-approval:${newId()}`;
  const told = [...authors].map((author) => ({
    userId: author,
    organizationId: site.organization_id,
    eventId,
    at: now,
    reason: 'draft-approved' as const,
    action: 'structure-draft-approved',
    subject: { kind: 'site' as const, id: site.id },
    readers: 'members' as const,
    contentId: null,
    actorId: userId,
    commentId: null,
    detail: null,
  }));
  await writeNotices(trx, told);
}

/** Takes a person's approval back; without one, nothing happens. */
export async function withdrawApproval(approving: Approving, actor: SiteChanger['actor']): Promise<void> {
  const { trx, site, draft } = approving;
  const others = withoutThatOf(draft, actor.user.id);
  if (others.length === draft.approvals.length) return;
  await writeApprovals(approving, others);
  await recordSiteChange(trx, { actor }, site, {
    action: 'deleteStructureDraftApproval',
    summary: `Took back the approval of the draft of the structure of the site “${site.title}”.`,
  });
}

const withoutThatOf = ({ approvals }: DraftRow, userId: string) =>
  approvals.filter((approval) => approval.userId !== userId);

/** The draft's version stays: what others are about to do with it is not about its approvals. */
async function writeApprovals(
  { trx, site }: Approving,
  approvals: readonly StoredDraftApproval[],
): Promise<void> {
  await trx
    .updateTable('structure_drafts')
    .set({ approvals: JSON.stringify(approvals) })
    .where('site_id', '=', site.id)
    .execute();
}
