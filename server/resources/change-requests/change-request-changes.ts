import { sql, type Transaction } from 'kysely';
import type { ChangeRequestTargetStatus, MergeResult, UpdateResult } from '#api/generated/types.gen.ts';
import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { type AuditActor, recordAudit } from '#server/audit/audit.ts';
import { conflict } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import { hasConflicts } from '#server/content/merge/merge-content.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { addNewRedirects } from '#server/sites/book-redirects.ts';
import { type NewDescription, requireNotClosed, viewParagraphs } from './change-requests.rules.ts';
import { requireMergeRules } from './check-merge-rules.ts';
import { addStop } from './merge-rules/merge-stops.ts';
import { baseRevisionOf, mergeVersions, type PreparedMerge } from './merge-versions.ts';
import { endPlans } from './planned-merges.queries.ts';

export interface ChangeContext {
  actor: Actor;
  now: Date;
}

export interface ChangeRequestIds {
  spaceId: string;
  changeRequestId: string;
}

/** How audit summaries name a change request. */
export function changeRequestLabel({ number, subject }: { number: number; subject: string }): string {
  return subject === '' ? `#${number}` : `#${number} “${subject}”`;
}

/** A draft to create. */
export interface NewChangeRequest {
  subject: string;
  /** A revision that the space had, to begin with; without one, it is the current one. */
  base?: string;
  /** Operation id. */
  action?: string;
}

/** Creates a draft; returns its id. */
export async function addChangeRequest(
  trx: Transaction<Database>,
  spaceId: string,
  { subject, base, action = 'createChangeRequest' }: NewChangeRequest,
  { actor, now }: { actor: AuditActor; now: Date },
): Promise<string> {
  const space = await lockSpaceContent(trx, spaceId);
  const { number } = await trx
    .updateTable('spaces')
    .set({
      change_requests_number: sql`change_requests_number + 1`,
      change_requests_total: sql`change_requests_total + 1`,
      change_requests_draft: sql`change_requests_draft + 1`,
    })
    .where('id', '=', spaceId)
    .returning('change_requests_number as number')
    .executeTakeFirstOrThrow();
  const id = newId();
  await trx
    .insertInto('change_requests')
    .values({
      id,
      organization_id: space.organization_id,
      space_id: spaceId,
      number,
      status: 'draft',
      subject,
      created_by: actor.user.id,
      revision_id: base ?? space.revision_id,
      revision_initial: base ?? space.revision_id,
      revision_merged_ancestor: null,
      revision_merged: null,
      contributors: [actor.user.id],
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordAudit(trx, {
    organizationId: space.organization_id,
    actor,
    action,
    targetKind: 'change-request',
    targetId: id,
    summary: `Created the change request ${changeRequestLabel({ number, subject })} in the space “${space.title}”.`,
    after: { number, subject, status: 'draft' },
  });
  return id;
}

/** undefined leaves a value unchanged. */
export interface ChangeRequestUpdate {
  subject?: string | undefined;
  status?: ChangeRequestTargetStatus | undefined;
  description?: NewDescription;
  /** Null removes it. */
  issueUrl?: string | null | undefined;
}

/** Updates subject, status, description and link. 409 where merged, or archived and not reopened; archiving twice is a no-op. */
export async function updateChangeRequest(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  settings: ChangeRequestUpdate,
  {
    actor,
    now,
    check: checkVersion = () => {},
  }: { actor: AuditActor; now: Date; check?: (updatedAt: Date) => void },
): Promise<void> {
  await lockSpaceContent(trx, spaceId);
  const row = await lockChangeRequest(trx, changeRequestId);
  checkVersion(row.updated_at);
  const { subject = row.subject, status = row.status, issueUrl = row.issue_url, description } = settings;
  const isUnchanged =
    description === undefined &&
    subject === row.subject &&
    status === row.status &&
    issueUrl === row.issue_url;
  if (isUnchanged && settings.status === 'archived') return;
  const isReopened = row.status === 'archived' && status !== 'archived';
  if (!isReopened) requireNotClosed(row);
  if (isUnchanged) return;
  await trx
    .updateTable('change_requests')
    .set({
      subject,
      status,
      issue_url: issueUrl,
      ...(description && { description: description.document, description_markdown: description.markdown }),
      updated_at: laterThan(row.updated_at, now),
    })
    .where('id', '=', row.id)
    .execute();
  await updateStatusCounts(trx, spaceId, row.status, status);
  if (status === 'archived') await endPlans(trx, [row.id], now);
  const isLinked = issueUrl !== row.issue_url;
  await recordAudit(trx, {
    organizationId: row.organization_id,
    actor,
    action: 'updateChangeRequest',
    targetKind: 'change-request',
    targetId: row.id,
    summary: `Changed the change request ${changeRequestLabel({ ...row, subject })}.`,
    before: { subject: row.subject, status: row.status, ...(isLinked && { issueUrl: row.issue_url }) },
    after: {
      subject,
      status,
      ...(isLinked && { issueUrl }),
      ...(description && { description: description.document !== null }),
    },
  });
}

/** Updates the space's counts per status; the space must be locked. */
async function updateStatusCounts(
  trx: Transaction<Database>,
  spaceId: string,
  from: string,
  to: string,
): Promise<void> {
  if (from === to) return;
  const difference = (status: string) => Number(to === status) - Number(from === status);
  await trx
    .updateTable('spaces')
    .set({
      change_requests_open: sql`change_requests_open + ${difference('open')}::int`,
      change_requests_draft: sql`change_requests_draft + ${difference('draft')}::int`,
    })
    .where('id', '=', spaceId)
    .execute();
}

/** How a change request is merged. */
interface MergeOptions {
  prepared?: PreparedMerge | undefined;
  /** Why it is merged although rules are not met. */
  bypassReason?: string | undefined;
}

/** Merges into the space unless there are conflicts. Throws 409 where rules are not met. */
export async function mergeIntoSpace(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { actor, now }: ChangeContext,
  { prepared, bypassReason }: MergeOptions,
): Promise<MergeResult> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  const merged = await mergeVersions(trx, changeRequest, space.revision_id, prepared);
  if (hasConflicts(merged)) return { revision: space.revision_id, result: 'conflicts' };
  const checked = { space, changeRequest, merge: async () => merged, prepared };
  const bypassed = await requireMergeRules(trx, checked, actor, bypassReason);
  const isBypass = bypassed.length > 0;
  const name = changeRequestLabel(changeRequest);
  const revision = await writeRevision(trx, {
    target: { space },
    type: 'merge',
    content: merged.content,
    texts: merged.texts,
    otherParents: [changeRequest.revision_id],
    message: changeRequest.subject,
    actor,
    now,
    audit: {
      action: isBypass ? 'bypassMergeRules' : 'mergeChangeRequest',
      targetKind: 'change-request',
      targetId: changeRequest.id,
      summary: `Merged the change request ${name} into the space “${space.title}”${isBypass ? ' against the merge rules' : ''}.`,
      ...(isBypass && { details: { reason: bypassReason, rules: bypassed.map(({ message }) => message) } }),
    },
  });
  if (isBypass) {
    const place = { organizationId: space.organization_id, spaceId, changeRequestId, now };
    const person = { userId: actor.user.id, attempt: 'merge' as const };
    await addStop(trx, { ...place, ...person }, bypassed, bypassReason);
  }
  await trx
    .updateTable('change_requests')
    .set({
      status: 'merged',
      revision_merged: revision,
      updated_at: laterThan(changeRequest.updated_at, now),
    })
    .where('id', '=', changeRequest.id)
    .execute();
  await updateStatusCounts(trx, spaceId, changeRequest.status, 'merged');
  if (merged.content.book?.redirects) {
    const previous = (await getRevision(trx, spaceId, space.revision_id)).book;
    const viewer = membershipOr404(actor, space.organization_id);
    const change = { spaceId, book: merged.content.book, previous, action: 'mergeChangeRequest' };
    await addNewRedirects(trx, { actor, viewer }, change);
  }
  return { revision, result: 'merge', ...viewParagraphs(merged) };
}

/** Merges the space's newer changes into the change request unless there are conflicts. */
export async function updateFromSpace(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { actor, now }: ChangeContext,
  prepared?: PreparedMerge,
): Promise<UpdateResult> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  const { revision_id: revisionBefore } = changeRequest;
  if (baseRevisionOf(changeRequest) === space.revision_id)
    return { revision: revisionBefore, result: 'update' };
  const merged = await mergeVersions(trx, changeRequest, space.revision_id, prepared);
  if (hasConflicts(merged)) return { revision: revisionBefore, result: 'conflicts' };
  const revision = await writeRevision(trx, {
    target: { changeRequest },
    type: 'update',
    content: merged.content,
    texts: merged.texts,
    otherParents: [space.revision_id],
    isContribution: false,
    actor,
    now,
    audit: {
      action: 'updateChangeRequestFromMain',
      summary: `Updated the change request ${changeRequestLabel(changeRequest)} from the space “${space.title}”.`,
    },
  });
  await setMergedAncestor(trx, changeRequestId, space.revision_id);
  return { revision, result: 'update', ...viewParagraphs(merged) };
}

/** Stores the space revision that the change request is now based on. */
export async function setMergedAncestor(
  trx: Transaction<Database>,
  changeRequestId: string,
  revisionId: string,
): Promise<void> {
  await trx
    .updateTable('change_requests')
    .set({ revision_merged_ancestor: revisionId })
    .where('id', '=', changeRequestId)
    .execute();
}

/** Throws 409 unless the given revision, if any, is current. */
export function requireCurrentRevision(expected: string | undefined, current: string, subject: string): void {
  if (expected !== undefined && expected !== current)
    throw conflict(`${subject} has a newer revision. Reload it and try again.`);
}
