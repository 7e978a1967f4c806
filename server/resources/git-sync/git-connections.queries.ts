import type { Kysely, Transaction } from 'kysely';
import type { GitInitial, GitSyncTrigger, GitAuthorEmails } from '#api/generated/types.gen.ts';
import { type AuditActor, pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import { lockSpaceContent } from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { removeConnections } from '#server/git-sync/remove-connections.ts';
import {
  type GitConnectionRow,
  gitSecretPlace,
  type LoadedConnection,
  newGitWebhookSecret,
  toGitSync,
} from './git-connections.rules.ts';

export interface GitChange {
  actor: AuditActor;
  now: Date;
  secretKeys: SecretKeys;
}

/** Connections of spaces that exist, with the space's revision and the connection's maker. */
export function selectConnections(db: Kysely<Database>) {
  return db
    .selectFrom('git_connections')
    .innerJoin('spaces', 'spaces.id', 'git_connections.space_id')
    .leftJoin('users', 'users.id', 'git_connections.created_by')
    .selectAll('git_connections')
    .select([
      'spaces.organization_id',
      'spaces.title as space_title',
      'spaces.revision_id as space_revision_id',
      'users.display_name',
      'users.email',
      'users.photo_url',
    ])
    .where('spaces.deleted_at', 'is', null);
}

export function findConnection(db: Kysely<Database>, spaceId: string): Promise<LoadedConnection | undefined> {
  return selectConnections(db).where('git_connections.space_id', '=', spaceId).executeTakeFirst();
}

/** Throws 404 where a space has no connection. */
export async function getConnection(db: Kysely<Database>, spaceId: string): Promise<LoadedConnection> {
  const row = await findConnection(db, spaceId);
  if (!row) throw notFound('Git connection');
  return row;
}

/** A connection as somebody wants it. undefined leaves a value unchanged, or takes its default. */
export interface NewConnection extends ConnectionSettings {
  url: string;
  branch: string;
  directory: string;
  initial: GitInitial;
}

export interface ConnectionSettings {
  username?: string | null | undefined;
  token?: string | null | undefined;
  token_ends_at?: Date | null | undefined;
  message_template?: string | null | undefined;
  author_emails?: GitAuthorEmails | undefined;
  accepts_conversion?: boolean | undefined;
  paused?: boolean | undefined;
  accepted_rewrite?: string | undefined;
}

/** Connects a space. Another repository, branch or directory ends the connection that it has. */
export async function putConnection(
  trx: Transaction<Database>,
  spaceId: string,
  connection: NewConnection,
  change: GitChange,
): Promise<void> {
  const { url, branch, directory, initial, ...settings } = connection;
  await lockSpaceContent(trx, spaceId);
  const before = await findConnection(trx, spaceId);
  if (before && before.url === url && before.branch === branch && before.directory === directory) {
    return updateConnection(trx, spaceId, settings, change, 'connectSpaceGit');
  }
  if (before) await removeConnections(trx, [spaceId]);
  const id = newId();
  const { token, paused, accepted_rewrite: _, ...columns } = settings;
  await trx
    .insertInto('git_connections')
    .values({
      id,
      space_id: spaceId,
      url,
      branch,
      directory,
      initial,
      ...withoutUndefined(columns),
      ...(token !== undefined && { token: encryptToken(change.secretKeys, id, token) }),
      webhook_secret: change.secretKeys.encrypt(newGitWebhookSecret(), gitSecretPlace(id, 'webhook_secret')),
      paused_at: paused === true ? change.now : null,
      requested_at: change.now,
      request_trigger: 'connect',
      requested_by: change.actor.user.id,
      next_sync_at: change.now,
      created_by: change.actor.user.id,
      created_at: change.now,
      updated_at: change.now,
    })
    .execute();
  await showOnSpace(trx, spaceId, { url }, change.now);
  await auditConnection(trx, spaceId, change, {
    action: 'connectSpaceGit',
    describe: (title) => `Connected the space “${title}” with the repository ${url}, branch ${branch}.`,
    after: toAudited(connection),
  });
}

/** Changes settings of a connection. What may have been wrong before is tried again at once. */
export async function updateConnection(
  trx: Transaction<Database>,
  spaceId: string,
  settings: ConnectionSettings,
  change: GitChange,
  action = 'updateSpaceGit',
): Promise<void> {
  const before = await lockConnection(trx, spaceId);
  if (Object.values(settings).every((value) => value === undefined)) return;
  const { token, paused, accepted_rewrite: acceptedRewrite, ...columns } = settings;
  if (acceptedRewrite !== undefined && acceptedRewrite !== before.rewritten_to)
    throw badValue('body.acceptedRewrite', 'must be the commit that waits for a decision');
  await trx
    .updateTable('git_connections')
    .set({
      ...withoutUndefined(columns),
      ...(token !== undefined && { token: encryptToken(change.secretKeys, before.id, token) }),
      ...(paused !== undefined && { paused_at: paused ? (before.paused_at ?? change.now) : null }),
      ...(acceptedRewrite !== undefined && { accepted_rewrite: acceptedRewrite }),
      ...(paused !== true && { ...requestedNow('request', change), failures: 0 }),
      updated_at: laterThan(before.updated_at, change.now),
    })
    .where('id', '=', before.id)
    .execute();
  await auditConnection(trx, spaceId, change, {
    action,
    describe: (title) => `Changed the Git connection of the space “${title}”${describePause(paused)}.`,
    before: toAudited(
      pickChangedColumns({ ...columns, paused }, { ...before, paused: before.paused_at !== null }),
    ),
    after: toAudited(settings),
  });
}

const describePause = (paused: boolean | undefined): string =>
  paused === undefined ? '' : paused ? ': paused it' : ': it goes on';

/** Ends a connection. Space and repository keep what they have. */
export async function disconnect(
  trx: Transaction<Database>,
  spaceId: string,
  change: GitChange,
): Promise<void> {
  await lockSpaceContent(trx, spaceId);
  const before = await lockConnection(trx, spaceId);
  await removeConnections(trx, [spaceId]);
  const { url, branch } = before;
  await auditConnection(trx, spaceId, change, {
    action: 'disconnectSpaceGit',
    describe: (title) => `Disconnected the space “${title}” from the repository ${url}, branch ${branch}.`,
    before: toAudited({ ...before, token: undefined }),
  });
}

/** What begins a sync soon: the next look of any server finds it. */
const requestedNow = (trigger: GitSyncTrigger, { actor, now }: Pick<GitChange, 'actor' | 'now'>) => ({
  requested_at: now,
  request_trigger: trigger,
  requested_by: actor.user.id,
  next_sync_at: now,
});

/** Asks for a sync; its audit entry names the operation. */
export async function requestSync(
  trx: Transaction<Database>,
  spaceId: string,
  change: GitChange,
  action: string,
): Promise<void> {
  const { id, url, branch } = await lockConnection(trx, spaceId);
  await trx
    .updateTable('git_connections')
    .set(requestedNow('request', change))
    .where('id', '=', id)
    .execute();
  await auditConnection(trx, spaceId, change, {
    action,
    describe: (title) => `Asked for a sync of the space “${title}” with ${url}, branch ${branch}.`,
  });
}

/** Replaces the secret of the webhook. */
export async function rotateWebhookSecret(
  trx: Transaction<Database>,
  spaceId: string,
  change: GitChange,
): Promise<void> {
  const { id } = await lockConnection(trx, spaceId);
  const secret = change.secretKeys.encrypt(newGitWebhookSecret(), gitSecretPlace(id, 'webhook_secret'));
  await trx
    .updateTable('git_connections')
    .set({ webhook_secret: secret, webhook_received_at: null })
    .where('id', '=', id)
    .execute();
  await auditConnection(trx, spaceId, change, {
    action: 'rotateSpaceGitWebhook',
    describe: (title) => `Replaced the secret of the webhook of the space “${title}”'s repository.`,
  });
}

/** `gitSync` of a space, which lists of spaces show. */
export async function showOnSpace(
  db: Kysely<Database>,
  spaceId: string,
  connection: Pick<GitConnectionRow, 'url'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('spaces')
    .set({ git_sync: JSON.stringify(toGitSync(connection, now)) })
    .where('id', '=', spaceId)
    .execute();
}

/** Throws 404 where there is none. */
async function lockConnection(trx: Transaction<Database>, spaceId: string): Promise<GitConnectionRow> {
  const row = await trx
    .selectFrom('git_connections')
    .selectAll()
    .where('space_id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Git connection');
  return row;
}

function encryptToken(keys: SecretKeys, id: string, token: string | null): string {
  return token === null ? '' : keys.encrypt(token, gitSecretPlace(id, 'token'));
}

interface ConnectionAudit {
  action: string;
  describe: (spaceTitle: string) => string;
  before?: unknown;
  after?: unknown;
}

async function auditConnection(
  trx: Transaction<Database>,
  spaceId: string,
  { actor }: GitChange,
  { describe, ...entry }: ConnectionAudit,
): Promise<void> {
  const space = await trx
    .selectFrom('spaces')
    .select(['organization_id', 'title'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    organizationId: space.organization_id,
    actor,
    targetKind: 'space',
    targetId: spaceId,
    summary: describe(space.title),
    ...entry,
  });
}

const AUDITED = [
  'url',
  'branch',
  'directory',
  'initial',
  'username',
  'token_ends_at',
  'message_template',
  'author_emails',
  'accepts_conversion',
  'paused',
  'accepted_rewrite',
] as const;

/** The values that the audit log has: of a token, only that there is another one. */
function toAudited(values: object): Record<string, unknown> {
  const audited = AUDITED.flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(values, name);
    return value === undefined ? [] : [[name, value]];
  });
  const token: unknown = Reflect.get(values, 'token');
  return {
    ...Object.fromEntries(audited),
    ...(token !== undefined && { token: token === null || token === '' ? 'none' : 'replaced' }),
  };
}

function withoutUndefined<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
}

/** The syncs of a connection, with who asked for each and its change request. */
export function selectSyncs(db: Kysely<Database>, connectionId: string) {
  return db
    .selectFrom('git_syncs')
    .leftJoin('users', 'users.id', 'git_syncs.created_by')
    .leftJoin('change_requests', 'change_requests.id', 'git_syncs.change_request_id')
    .selectAll('git_syncs')
    .select(['users.display_name', 'users.email', 'users.photo_url'])
    .select([
      'change_requests.number as change_request_number',
      'change_requests.subject as change_request_subject',
    ])
    .where('git_syncs.connection_id', '=', connectionId);
}
