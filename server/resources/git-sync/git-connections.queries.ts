import { type Kysely, sql, type Transaction } from 'kysely';
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
  type ConnectionOwner,
  type GitConnectionRow,
  gitSecretPlace,
  type LoadedConnection,
  newGitWebhookSecret,
  ownerOf,
  toGitSync,
} from './git-connections.rules.ts';

export interface GitChange {
  actor: AuditActor;
  now: Date;
  secretKeys: SecretKeys;
}

/** Connections of sites, and of spaces that exist, with what they connect and their maker. */
export function selectConnections(db: Kysely<Database>) {
  return db
    .selectFrom('git_connections')
    .leftJoin('spaces', 'spaces.id', 'git_connections.space_id')
    .leftJoin('sites', 'sites.id', 'git_connections.site_id')
    .leftJoin('users', 'users.id', 'git_connections.created_by')
    .selectAll('git_connections')
    .select([
      sql<string>`coalesce(spaces.organization_id, sites.organization_id)`.as('organization_id'),
      sql<string>`coalesce(spaces.title, sites.title)`.as('title'),
      sql<string>`coalesce(spaces.revision_id, sites.structure_version)`.as('version'),
      'users.display_name',
      'users.email',
      'users.photo_url',
    ])
    .where('spaces.deleted_at', 'is', null);
}

const columnOf = ({ kind }: ConnectionOwner) => `git_connections.${kind}_id` as const;

export function findConnection(
  db: Kysely<Database>,
  owner: ConnectionOwner,
): Promise<LoadedConnection | undefined> {
  return selectConnections(db).where(columnOf(owner), '=', owner.id).executeTakeFirst();
}

/** Throws 404 where there is none. */
export async function getConnection(db: Kysely<Database>, owner: ConnectionOwner): Promise<LoadedConnection> {
  const row = await findConnection(db, owner);
  if (!row) throw notFound('Git connection');
  return row;
}

/** The connections of spaces that a site has made. */
export function findSpaceConnections(db: Kysely<Database>, id: string): Promise<LoadedConnection[]> {
  return selectConnections(db)
    .where('git_connections.site_connection_id', '=', id)
    .orderBy('git_connections.directory')
    .execute();
}

/** A connection as somebody wants it. undefined leaves a value unchanged, or takes its default. */
export interface NewConnection extends ConnectionSettings {
  url: string;
  branch: string;
  directory: string;
  initial: GitInitial;
  /** Of a space that a site connects. */
  site_connection_id?: string;
}

export interface ConnectionSettings {
  username?: string | null | undefined;
  token?: string | null | undefined;
  token_ends_at?: Date | null | undefined;
  message_template?: string | null | undefined;
  author_emails?: GitAuthorEmails | undefined;
  accepts_conversion?: boolean | undefined;
  paused?: boolean | undefined;
  allows_revealing?: boolean | undefined;
  accepted_rewrite?: string | undefined;
  refused_commit?: string | undefined;
}

/** Connects a space or a site, which is locked. Another repository, branch or directory ends the connection that it has. */
export async function putConnection(
  trx: Transaction<Database>,
  owner: ConnectionOwner,
  connection: NewConnection,
  change: GitChange,
): Promise<void> {
  const { url, branch, directory, initial, ...settings } = connection;
  if (owner.kind === 'space') await lockSpaceContent(trx, owner.id);
  const before = await findConnection(trx, owner);
  if (before && before.url === url && before.branch === branch && before.directory === directory) {
    return updateConnection(trx, owner, settings, change, ACTIONS[owner.kind].connect);
  }
  if (before) await endConnection(trx, owner, before.id);
  const id = newId();
  const { token, paused, accepted_rewrite: _accepted, refused_commit: _refused, ...columns } = settings;
  await trx
    .insertInto('git_connections')
    .values({
      id,
      [owner.kind === 'space' ? 'space_id' : 'site_id']: owner.id,
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
  if (owner.kind === 'space') await showOnSpace(trx, owner.id, { url }, change.now);
  await auditConnection(trx, owner, change, {
    action: ACTIONS[owner.kind].connect,
    describe: (name) => `Connected ${name} with the repository ${url}, branch ${branch}.`,
    after: toAudited(connection),
  });
}

/** Changes settings of a connection. What may have been wrong before is tried again at once. */
export async function updateConnection(
  trx: Transaction<Database>,
  owner: ConnectionOwner,
  settings: ConnectionSettings,
  change: GitChange,
  action: string = ACTIONS[owner.kind].update,
): Promise<void> {
  const before = await lockConnection(trx, owner);
  if (Object.values(settings).every((value) => value === undefined)) return;
  const { token, paused, ...columns } = settings;
  assertWaiting(
    owner.kind === 'site' ? 'acceptedCommit' : 'acceptedRewrite',
    settings.accepted_rewrite,
    before,
  );
  assertWaiting('refusedCommit', settings.refused_commit, before);
  await trx
    .updateTable('git_connections')
    .set({
      ...withoutUndefined(columns),
      ...(token !== undefined && { token: encryptToken(change.secretKeys, before.id, token) }),
      ...(paused !== undefined && { paused_at: paused ? (before.paused_at ?? change.now) : null }),
      ...(paused !== true && { ...requestedNow('request', change), failures: 0 }),
      updated_at: laterThan(before.updated_at, change.now),
    })
    .where('id', '=', before.id)
    .execute();
  if (owner.kind === 'site') await updateSpaceConnections(trx, before.id, settings, change);
  await auditConnection(trx, owner, change, {
    action,
    describe: (name) => `Changed the Git connection of ${name}${describePause(paused)}.`,
    before: toAudited(
      pickChangedColumns({ ...columns, paused }, { ...before, paused: before.paused_at !== null }),
    ),
    after: toAudited(settings),
  });
}

/** The spaces that a site has connected use its token, and rest with it. */
async function updateSpaceConnections(
  trx: Transaction<Database>,
  siteConnectionId: string,
  { token, username, paused, author_emails }: ConnectionSettings,
  change: GitChange,
): Promise<void> {
  const shared = { token, username, paused, author_emails };
  if (Object.values(shared).every((value) => value === undefined)) return;
  for (const row of await findSpaceConnections(trx, siteConnectionId))
    await updateConnection(trx, ownerOf(row), shared, change);
}

function assertWaiting(name: string, commit: string | undefined, { rewritten_to }: GitConnectionRow): void {
  if (commit !== undefined && commit !== rewritten_to)
    throw badValue(`body.${name}`, 'must be the commit that waits for a decision');
}

const describePause = (paused: boolean | undefined): string =>
  paused === undefined ? '' : paused ? ': paused it' : ': it goes on';

/** Ends a connection, and those that a site has made of its spaces. What is connected and the repository keep what they have. */
export async function disconnect(
  trx: Transaction<Database>,
  owner: ConnectionOwner,
  change: GitChange,
): Promise<void> {
  if (owner.kind === 'space') await lockSpaceContent(trx, owner.id);
  const before = await lockConnection(trx, owner);
  await endConnection(trx, owner, before.id);
  const { url, branch } = before;
  await auditConnection(trx, owner, change, {
    action: ACTIONS[owner.kind].disconnect,
    describe: (name) => `Disconnected ${name} from the repository ${url}, branch ${branch}.`,
    before: toAudited({ ...before, token: undefined }),
  });
}

async function endConnection(trx: Transaction<Database>, owner: ConnectionOwner, id: string): Promise<void> {
  if (owner.kind === 'space') return removeConnections(trx, [owner.id]);
  const spaces = await findSpaceConnections(trx, id);
  await removeConnections(
    trx,
    spaces.map((space) => ownerOf(space).id),
  );
  await trx.deleteFrom('git_connections').where('id', '=', id).execute();
}

/** What begins a sync soon: the next look of any server finds it. */
export const requestedNow = (trigger: GitSyncTrigger, { actor, now }: Pick<GitChange, 'actor' | 'now'>) => ({
  requested_at: now,
  request_trigger: trigger,
  requested_by: actor.user.id,
  next_sync_at: now,
});

/** Asks for a sync, of a site also for those of the spaces that it has connected; its audit entry names the operation. */
export async function requestSync(
  trx: Transaction<Database>,
  owner: ConnectionOwner,
  change: GitChange,
  action: string,
): Promise<void> {
  const { id, url, branch } = await lockConnection(trx, owner);
  await trx
    .updateTable('git_connections')
    .set(requestedNow('request', change))
    .where(({ eb, or }) => or([eb('id', '=', id), eb('site_connection_id', '=', id)]))
    .execute();
  await auditConnection(trx, owner, change, {
    action,
    describe: (name) => `Asked for a sync of ${name} with ${url}, branch ${branch}.`,
  });
}

/** Replaces the secret of the webhook. */
export async function rotateWebhookSecret(
  trx: Transaction<Database>,
  owner: ConnectionOwner,
  change: GitChange,
): Promise<void> {
  const { id } = await lockConnection(trx, owner);
  const secret = change.secretKeys.encrypt(newGitWebhookSecret(), gitSecretPlace(id, 'webhook_secret'));
  await trx
    .updateTable('git_connections')
    .set({ webhook_secret: secret, webhook_received_at: null })
    .where('id', '=', id)
    .execute();
  await auditConnection(trx, owner, change, {
    action: ACTIONS[owner.kind].rotate,
    describe: (name) => `Replaced the secret of the webhook of ${name}'s repository.`,
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
export async function lockConnection(
  trx: Transaction<Database>,
  owner: ConnectionOwner,
): Promise<GitConnectionRow> {
  const row = await trx
    .selectFrom('git_connections')
    .selectAll()
    .where(columnOf(owner), '=', owner.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Git connection');
  return row;
}

function encryptToken(keys: SecretKeys, id: string, token: string | null): string {
  return token === null ? '' : keys.encrypt(token, gitSecretPlace(id, 'token'));
}

/** The operations that audit entries name. */
const ACTIONS = {
  space: {
    connect: 'connectSpaceGit',
    update: 'updateSpaceGit',
    rotate: 'rotateSpaceGitWebhook',
    disconnect: 'disconnectSpaceGit',
  },
  site: {
    connect: 'connectSiteGit',
    update: 'updateSiteGit',
    rotate: 'rotateSiteGitWebhook',
    disconnect: 'disconnectSiteGit',
  },
} as const;

interface ConnectionAudit {
  action: string;
  /** `name`: such as `the space “Guide”`. */
  describe: (name: string) => string;
  before?: unknown;
  after?: unknown;
}

async function auditConnection(
  trx: Transaction<Database>,
  { kind, id }: ConnectionOwner,
  { actor }: GitChange,
  { describe, ...entry }: ConnectionAudit,
): Promise<void> {
  const { organization_id: organizationId, title } = await trx
    .selectFrom(kind === 'space' ? 'spaces' : 'sites')
    .select(['organization_id', 'title'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    organizationId,
    actor,
    targetKind: kind,
    targetId: id,
    summary: describe(`the ${kind} “${title}”`),
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
  'allows_revealing',
  'accepted_rewrite',
  'refused_commit',
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
