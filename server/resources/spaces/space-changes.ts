import type { Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { retainAccess } from '#server/access/content-access.ts';
import { pickChangedColumns, type AuditEntry, recordAudit, recordAudits } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import type { Container } from '#server/content-tree/content-order.queries.ts';
import {
  updateSpaceRow,
  lockContentTree,
  type SpaceChanges,
} from '#server/content-tree/content-tree.queries.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { showCopy } from './space-copy.queries.ts';
import {
  restoreSpaceRow,
  insertSpace,
  type TitledDraft,
  showSpaces,
  softDeleteSpaces,
  type NewSpace,
} from './space-lifecycle.queries.ts';
import { lockSpace } from './spaces.queries.ts';
import type { SpaceRow } from './spaces.rules.ts';

/** `level`: the caller's level on the space (for new ones: on the parent), which they retain. */
export interface SpaceChangeContext {
  space: Pick<SpaceRow, 'id' | 'organization_id' | 'title'>;
  actor: Actor;
  viewer: Membership;
  level: number;
}

interface Creation {
  actor: Actor;
  viewer: Membership;
  level: number;
}

/** Creates a space at the end of a container, where the caller has `level`; returns its id. */
export async function addSpace(
  trx: Transaction<Database>,
  context: Creation,
  container: Container,
  space: NewSpace,
): Promise<string> {
  const id = await insertSpace(trx, container, space, { ...context.viewer, level: context.level });
  await recordAudit(trx, toCreated(context, container, { ...space, id }));
  return id;
}

/** Makes drafts spaces at the end of a container, where the caller has `level`; at least one. */
export async function addDrafts(
  trx: Transaction<Database>,
  context: Creation,
  container: Container,
  drafts: readonly TitledDraft[],
): Promise<void> {
  await showSpaces(trx, container, drafts, { ...context.viewer, level: context.level });
  await recordAudits(
    trx,
    drafts.map((draft) => toCreated(context, container, draft)),
  );
}

function toCreated(
  { actor }: Creation,
  { organizationId, parentId }: Container,
  { id, title, emoji }: TitledDraft,
): AuditEntry {
  return {
    organizationId,
    actor,
    action: 'createSpace',
    targetKind: 'space',
    targetId: id,
    summary: `Created the space “${title}”.`,
    after: { title, emoji, parent: parentId },
  };
}

/** `checkVersion` gets `updatedAt` under the lock. */
export async function updateSpace(
  trx: Transaction<Database>,
  change: SpaceChangeContext,
  changes: SpaceChanges,
  precondition: { now: Date; checkVersion: (updatedAt: Date) => void },
): Promise<void> {
  const { space, viewer, level } = change;
  if (changes.default_level !== undefined) await lockContentTree(trx, [space.organization_id]);
  const before = await lockSpace(trx, space.organization_id, space.id);
  if (!before) throw notFound('space');
  precondition.checkVersion(before.updated_at);
  await updateSpaceRow(trx, before, {
    ...changes,
    updated_at: laterThan(before.updated_at, precondition.now),
  });
  await retainAccess(
    trx,
    viewer,
    { kind: 'space', id: space.id, organizationId: space.organization_id },
    level,
  );
  await auditSpace(trx, change, {
    action: 'updateSpace',
    summary: `Changed the settings of the space “${before.title}”.`,
    before: pickChangedColumns(changes, before),
    after: changes,
  });
}

/** Soft-deletes; the space can be restored. */
export async function deleteSpace(
  trx: Transaction<Database>,
  change: SpaceChangeContext,
  now: Date,
): Promise<void> {
  if (!(await lockSpace(trx, change.space.organization_id, change.space.id))) throw notFound('space');
  await softDeleteSpaces(trx, [change.space.id], now);
  await auditSpace(trx, change, {
    action: 'deleteSpace',
    summary: `Deleted the space “${change.space.title}”.`,
  });
}

/** 409 where the space is not deleted. */
export async function restoreSpace(trx: Transaction<Database>, change: SpaceChangeContext): Promise<void> {
  const { space } = change;
  const restored = await restoreSpaceRow(trx, { id: space.id, organizationId: space.organization_id });
  if (!restored) throw conflict('The space is not deleted.');
  await auditSpace(trx, change, { action: 'restoreSpace', summary: `Restored the space “${space.title}”.` });
}

/** Makes a draft the copy of a space, after the original. */
export async function showDuplicate(
  trx: Transaction<Database>,
  change: SpaceChangeContext,
  container: Container,
  id: string,
): Promise<void> {
  const { space, viewer, level } = change;
  await showCopy(trx, { id: space.id, container }, id);
  await retainAccess(trx, viewer, { kind: 'space', id, organizationId: space.organization_id }, level);
  const copy = { ...space, id };
  await auditSpace(
    trx,
    { ...change, space: copy },
    {
      action: 'duplicateSpace',
      summary: `Duplicated the space “${space.title}”.`,
      after: { from: space.id },
    },
  );
}

function auditSpace(
  trx: Transaction<Database>,
  { space, actor }: SpaceChangeContext,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, {
    organizationId: space.organization_id,
    actor,
    targetKind: 'space',
    targetId: space.id,
    ...entry,
  });
}
