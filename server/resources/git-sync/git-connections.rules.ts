import { randomBytes } from 'node:crypto';
import type {
  GitConnection,
  GitConnectionState,
  GitProblemReason,
  GitSyncProvider,
  GitSyncRun,
  SiteGitConnection,
  SpaceGitSync,
} from '#api/generated/types.gen.ts';
import { type AuthorRow, toAuthorView } from '#server/access/users.view.ts';
import { badValue, forbidden } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { SecretPlace } from '#server/base/secret-keys.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { trimSlashes } from '#server/base/trim-slashes.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { isBranchName } from '#server/git-sync/object-ids.ts';
import { commitPage, hostKindOf, repositoryPage } from '#server/git-sync/repository-pages.ts';
import { canManageSpace } from '../spaces/spaces.rules.ts';

export type GitConnectionRow = Row<'git_connections'>;

const SECRET_BYTES = 32;

/** Throws 403 for those who may not connect a space, replace its token or disconnect it. */
export function requireGitAdmin(level: number): void {
  if (!canManageSpace(level)) throw forbidden('You need the permission "admin" on this space.');
}

/** Throws 403 for those who may not begin a sync. */
export function requireTriggerGitSync(level: number): void {
  if (!canManageSpace(level)) throw forbidden('You need the permission "triggerGitSync" on this space.');
}

/** Where a secret of a connection is stored. */
export function gitSecretPlace(id: string, column: 'token' | 'webhook_secret'): SecretPlace {
  return { table: 'git_connections', column, id };
}

export function newGitWebhookSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const REFS_HEADS = 'refs/heads/';
/** The name of a branch without `refs/heads/`; throws 400 for what can't be one. */
export function parseBranch(ref: string, path = 'body.branch'): string {
  const name = ref.startsWith(REFS_HEADS) ? ref.slice(REFS_HEADS.length) : ref;
  if (name.startsWith('refs/') || !isBranchName(name))
    throw badValue(path, 'must be the name of a branch, such as main');
  return name;
}

/** A directory without slashes at its ends, and without `./`; throws 400 for what leads out of the repository. */
export function parseDirectory(text: string, path = 'body.directory'): string {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  const isBad = names.some(
    (name) => name === '..' || name.toLowerCase() === '.git' || /[\\\p{Cc}]/u.test(name),
  );
  if (isBad)
    throw badValue(path, 'must be a directory of the repository, such as docs or packages/site/docs');
  return names.join('/');
}

/** The path of a repository, such as `example/docs`. */
export function repositoryName(url: string): string {
  return trimSlashes(parseUrl(url)?.pathname ?? '').replace(/\.git$/, '');
}

/** `gitSync` of the space, and what `git/info` returns. */
export function toGitSync({ url }: { url: string }, updatedAt: Date): SpaceGitSync {
  const kind = hostKindOf(url);
  const provider: GitSyncProvider | undefined = kind === 'github' || kind === 'gitlab' ? kind : undefined;
  return {
    repoName: repositoryName(url),
    integration: 'git',
    url: repositoryPage(url) ?? url,
    ...(provider && { installationProvider: provider }),
    updatedAt: updatedAt.toISOString(),
  };
}

/** What is connected. */
export interface ConnectionOwner {
  kind: 'space' | 'site';
  id: string;
}

/** A connection with its maker, and with what it connects: its title, and its revision or the version of its structure. */
export type LoadedConnection = GitConnectionRow &
  AuthorRow & { organization_id: string; title: string; version: string };

export function ownerOf({ space_id: spaceId, site_id: siteId }: GitConnectionRow): ConnectionOwner {
  return siteId === null ? { kind: 'space', id: spaceId ?? '' } : { kind: 'site', id: siteId };
}

/** Problems that wait for what a person decides. */
const DECISIONS: ReadonlySet<GitProblemReason> = new Set([
  'history-rewritten',
  'conversion-needed',
  'decision-needed',
]);

export function stateOf(row: LoadedConnection, now: Date): GitConnectionState {
  if (row.paused_at) return 'paused';
  if (row.locked_until && row.locked_until > now) return 'running';
  if (row.error_reason !== null && DECISIONS.has(row.error_reason)) return 'waiting';
  if (row.error !== null) return 'failed';
  const isNew = row.seen_revision_id !== row.version;
  return isNew || row.requested_at !== null || row.synced_at === null ? 'waiting' : 'synced';
}

/** Without secrets. */
export function toConnectionView(row: LoadedConnection, service: ServiceSettings, now: Date): GitConnection {
  const { id } = ownerOf(row);
  return {
    object: 'git-connection',
    space: id,
    ...commonView(row, now),
    ...(row.message_template !== null && { messageTemplate: row.message_template }),
    acceptsConversion: row.accepts_conversion,
    ...(row.synced_revision_id !== null && { revision: row.synced_revision_id }),
    ...(row.rewritten_to !== null && { rewrittenTo: row.rewritten_to }),
    ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
    urls: {
      location: apiUrl(service, `/spaces/${id}/git`),
      app: spaceApp(row, service),
      ...pagesOf(row),
    },
  };
}

/** The same of a site, with the connections of its spaces. */
export function toSiteConnectionView(
  row: LoadedConnection,
  spaces: readonly LoadedConnection[],
  { service, now }: { service: ServiceSettings; now: Date },
): SiteGitConnection {
  const { id } = ownerOf(row);
  return {
    object: 'site-git-connection',
    site: id,
    ...commonView(row, now),
    allowsRevealing: row.allows_revealing,
    ...(row.rewritten_to !== null && { waitingCommit: row.rewritten_to }),
    spaces: spaces.map((space) => ({
      id: ownerOf(space).id,
      title: space.title,
      directory: space.directory,
      state: stateOf(space, now),
      ...(space.error !== null && { error: space.error }),
      app: spaceApp(space, service),
    })),
    urls: {
      location: apiUrl(service, `/orgs/${row.organization_id}/sites/${id}/git`),
      app: appUrl(service, `/o/${row.organization_id}/sites/${id}/git`),
      ...pagesOf(row),
    },
  };
}

const spaceApp = (row: LoadedConnection, service: ServiceSettings): string =>
  appUrl(service, `/o/${row.organization_id}/spaces/${ownerOf(row).id}/git`);

function pagesOf(row: LoadedConnection) {
  const repository = repositoryPage(row.url);
  const commit = commitPage(row.url, row.synced_commit);
  return { ...(repository !== undefined && { repository }), ...(commit !== undefined && { commit }) };
}

function commonView(row: LoadedConnection, now: Date) {
  const state = stateOf(row, now);
  return {
    id: row.id,
    url: row.url,
    branch: row.branch,
    directory: row.directory,
    ...(row.username !== null && { username: row.username }),
    hasToken: row.token !== '',
    ...(row.token_ends_at && { tokenEndsAt: row.token_ends_at.toISOString() }),
    initial: row.initial,
    authorEmails: row.author_emails,
    state,
    ...(state === 'running' && row.step && { step: row.step }),
    ...(row.synced_commit !== null && { commit: row.synced_commit }),
    ...(row.error !== null && { error: row.error, errorReason: row.error_reason ?? ('internal' as const) }),
    ...(row.synced_at && { syncedAt: row.synced_at.toISOString() }),
    ...(!row.paused_at && { nextSyncAt: row.next_sync_at.toISOString() }),
    ...(row.created_by !== null && { createdBy: toAuthorView(row.created_by, row) }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A sync with who asked for it and its change request. */
export type SyncRow = Row<'git_syncs'> &
  AuthorRow & { change_request_number: number | null; change_request_subject: string | null };

export function toSyncView(row: SyncRow, { url }: { url: string }): GitSyncRun {
  const { change_request_id: changeRequestId, change_request_number: number } = row;
  const commitUrl = commitPage(url, row.commit_after);
  return {
    object: 'git-sync',
    id: row.id,
    state: row.state,
    trigger: row.trigger,
    ...(row.commit_before !== null && { commitBefore: row.commit_before }),
    ...(row.commit_after !== null && { commit: row.commit_after }),
    ...(row.revision_id !== null && { revision: row.revision_id }),
    ...(row.received && { received: row.received }),
    sent: row.sent.map((commit) => {
      const page = commitPage(url, commit.oid);
      return { ...commit, ...(page !== undefined && { url: page }) };
    }),
    sentCount: row.sent_count,
    ...(changeRequestId !== null &&
      number !== null && {
        changeRequest: { id: changeRequestId, number, subject: row.change_request_subject ?? '' },
      }),
    notes: row.notes,
    ...(row.error !== null && { error: row.error, errorReason: row.error_reason ?? 'internal' }),
    attempts: row.attempts,
    ...(row.created_by !== null && { createdBy: toAuthorView(row.created_by, row) }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    urls: { ...(commitUrl !== undefined && { commit: commitUrl }) },
  };
}
