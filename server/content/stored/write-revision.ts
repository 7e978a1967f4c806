import type { Transaction } from 'kysely';
import type { RevisionGit, RevisionType } from '#api/generated/types.gen.ts';
import { type AuditActor, type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredContent } from '../pages/storage.ts';
import { showsSpec } from '../specifications/reference-pages.ts';
import { indexSpace } from './index-space.ts';
import { enqueueReferences } from './references/reference-jobs.ts';
import { addRevision, markSuperseded, storeTexts } from './revisions.ts';

export type LockedSpace = Awaited<ReturnType<typeof lockSpaceContent>>;
export type LockedChangeRequest = Awaited<ReturnType<typeof lockChangeRequest>>;

/** Locks a space for a new revision; 404 if it is deleted. To lock a change request too, lock the space first. */
export async function lockSpaceContent(trx: Transaction<Database>, spaceId: string) {
  const space = await trx
    .selectFrom('spaces')
    .select(['id', 'organization_id', 'title', 'edit_mode', 'revision_id', 'updated_at'])
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!space) throw notFound('space');
  return space;
}

/** Locks a change request; 404 if it is deleted. */
export async function lockChangeRequest(trx: Transaction<Database>, changeRequestId: string) {
  const changeRequest = await trx
    .selectFrom('change_requests')
    .selectAll()
    .where('id', '=', changeRequestId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!changeRequest) throw notFound('change request');
  return changeRequest;
}

/** A revision for which a newer one is to stand. */
export interface SupersededRevision {
  parents: string[];
  /** When the first of its saves was made. */
  firstSavedAt: Date;
}

/** A new latest revision of a space or of a change request. */
export interface RevisionWrite {
  /** The locked target of the revision. */
  target: { space: LockedSpace } | { changeRequest: LockedChangeRequest };
  type: RevisionType;
  content: StoredContent;
  /** Texts that may not be stored yet. */
  texts: Iterable<string>;
  /** Parents beside the current latest revision. */
  otherParents?: readonly string[];
  /** The current latest revision, if the new one is to stand for it too. */
  supersedes?: SupersededRevision | undefined;
  message?: string | undefined;
  /** Whether it makes the actor a contributor of the change request; true by default. */
  isContribution?: boolean;
  /** Users who contributed to the change request, beside the actor. */
  contributors?: readonly string[];
  /** Null for the server itself. */
  actor: AuditActor | null;
  now: Date;
  /** The commit that it was made of. */
  git?: RevisionGit | undefined;
  /** The audit entry; about the target unless it names another. `details` stand beside the new revision. */
  audit: Pick<AuditEntry, 'action' | 'summary'> &
    Partial<Pick<AuditEntry, 'targetKind' | 'targetId'>> & { details?: object };
}

/**
 * Writes a revision and makes it the latest of its target: texts, revision, pointer, `updated_at`, contributors and the
 * audit entry. Returns the revision's id.
 */
export async function writeRevision(trx: Transaction<Database>, write: RevisionWrite): Promise<string> {
  const { target, type, content, actor, now, message, isContribution = true } = write;
  const holder = 'space' in target ? target.space : target.changeRequest;
  const spaceId = 'space' in target ? target.space.id : target.changeRequest.space_id;
  await storeTexts(trx, write.texts);
  const { supersedes } = write;
  const revisionId = await addRevision(trx, {
    ...content,
    spaceId,
    changeRequestId: 'space' in target ? null : target.changeRequest.id,
    type,
    parents: supersedes?.parents ?? [holder.revision_id, ...(write.otherParents ?? [])],
    firstSavedAt: supersedes?.firstSavedAt,
    message,
    createdBy: actor?.user.id ?? null,
    git: write.git,
    createdAt: now,
  });
  if (supersedes) await markSuperseded(trx, holder.revision_id, now);
  const newest = { revision_id: revisionId, updated_at: laterThan(holder.updated_at, now) };
  if ('space' in target) {
    await trx.updateTable('spaces').set(newest).where('id', '=', spaceId).execute();
    await indexSpace(trx, spaceId);
    if (showsSpec(content.pages)) await enqueueReferences(trx, { spaceId }, now);
  } else {
    const { id, contributors } = target.changeRequest;
    await trx
      .updateTable('change_requests')
      .set({
        ...newest,
        contributors: union(contributors, [
          ...(write.contributors ?? []),
          ...(isContribution && actor ? [actor.user.id] : []),
        ]),
      })
      .where('id', '=', id)
      .execute();
  }
  const { details, ...audit } = write.audit;
  await recordAudit(trx, {
    organizationId: holder.organization_id,
    actor,
    targetKind: 'space' in target ? 'space' : 'change-request',
    targetId: holder.id,
    before: { revision: holder.revision_id },
    after: { revision: revisionId, ...details },
    ...audit,
  });
  return revisionId;
}

function union(ids: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...ids, ...others])];
}
