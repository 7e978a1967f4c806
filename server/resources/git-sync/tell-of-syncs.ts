import type { Transaction } from 'kysely';
import type { GitProblemReason } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findAdministrators, type Notice, writeNotices } from '#server/notifications/write-notifications.ts';
import type { LoadedConnection } from './git-connections.rules.ts';

/** Failures that pass by themselves are told of when so many have followed each other: about a quarter of an hour. */
const TOLD_FAILURES = 4;

/** Who connected the space, and the organization's administrators. */
async function findPeople(
  trx: Transaction<Database>,
  { organization_id: organizationId, created_by: createdBy }: LoadedConnection,
): Promise<string[]> {
  const administrators = (await findAdministrators(trx, [organizationId])).get(organizationId) ?? [];
  return [...new Set([...(createdBy === null ? [] : [createdBy]), ...administrators])];
}

interface Failure {
  reason: GitProblemReason;
  message: string;
  isTemporary: boolean;
  /** In a row, with this one. */
  failures: number;
  now: Date;
}

/** Tells of a sync that has failed: at once where a person has to do something, else when it has failed for a while. */
export async function tellOfFailure(
  trx: Transaction<Database>,
  connection: LoadedConnection,
  { reason, message, isTemporary, failures, now }: Failure,
): Promise<void> {
  const isToldNow = isTemporary
    ? failures === TOLD_FAILURES
    : failures === 1 || connection.error_reason !== reason;
  if (!isToldNow) return;
  await tell(trx, connection, {
    eventId: `git-failed:${connection.id}:${now.toISOString()}`,
    at: now,
    reason: 'sync-failing',
    action: 'sync-failed',
    subject:
      connection.site_id === null
        ? { kind: 'git-connection', id: connection.id }
        : { kind: 'site', id: connection.site_id },
    detail: message,
  });
}

/** Tells of a change request that a sync made. */
export async function tellOfRequest(
  trx: Transaction<Database>,
  connection: LoadedConnection,
  { changeRequestId, isRuled, now }: { changeRequestId: string; isRuled: boolean; now: Date },
): Promise<void> {
  const detail = 'Git Sync made it of what the repository has and the space does not take over by itself.';
  await tell(trx, connection, {
    eventId: `git-change-request:${changeRequestId}`,
    at: now,
    reason: 'conflict',
    action: 'sync-conflict',
    subject: { kind: 'change-request', id: changeRequestId },
    detail: isRuled ? `${detail} It is merged as soon as the merge rules are met.` : detail,
  });
}

async function tell(
  trx: Transaction<Database>,
  connection: LoadedConnection,
  notice: Pick<Notice, 'eventId' | 'at' | 'reason' | 'action' | 'subject' | 'detail'>,
): Promise<void> {
  const rest = {
    readers: connection.space_id === null ? 'administrators' : 'content',
    contentId: connection.space_id,
    actorId: null,
    commentId: null,
  } as const;
  const people = await findPeople(trx, connection);
  await writeNotices(
    trx,
    people.map((userId) => ({
      ...notice,
      ...rest,
      userId,
      organizationId: connection.organization_id,
    })),
  );
}
