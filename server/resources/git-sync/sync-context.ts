import type { Kysely, Transaction } from 'kysely';
import { findActingMember } from '#server/access/acting-member.ts';
import type { Clock } from '#server/base/clock.ts';
import type { ObjectStorage } from '#server/base/object-storage.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type {
  ChangedRedirects,
  GitConnection,
  GitCredentials,
  SyncContext,
  SyncNote,
} from '#server/git-sync/git-connection.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { addNewRedirects } from '#server/sites/book-redirects.ts';
import { addChangeRequest } from '../change-requests/change-request-changes.ts';
import { findRulesInForce } from '../change-requests/merge-rules/merge-rules.queries.ts';
import { gitSecretPlace, type LoadedConnection, ownerOf } from './git-connections.rules.ts';

/** What syncs of a server need. */
export interface GitSyncServer {
  db: Kysely<Database>;
  clock: Clock;
  fetcher: Fetcher;
  /** Where files are, if not in the database. */
  storage: ObjectStorage | undefined;
  secretKeys: SecretKeys;
  /** Where copies of repositories are. Only a cache. */
  workFolder: string;
  publicUrl: string;
}

/** The name for a server of repositories that wants one: most ignore it. */
const ANY_USER_NAME = 'git';

/** Undefined where there is no token. */
export function credentialsOf(
  token: string | undefined,
  username: string | null | undefined,
): GitCredentials | undefined {
  if (token === undefined || token === '') return undefined;
  return { token, username: username ?? ANY_USER_NAME };
}

/** The stored token; empty for none. Throws 503 where its key is missing. */
export function tokenOf(row: Pick<LoadedConnection, 'id' | 'token'>, secretKeys: SecretKeys): string {
  return row.token === '' ? '' : secretKeys.decrypt(row.token, gitSecretPlace(row.id, 'token'));
}

/** A connection as the sync takes it, with its token readable. */
export function toSyncConnection(
  row: LoadedConnection,
  { secretKeys, publicUrl }: Pick<GitSyncServer, 'secretKeys' | 'publicUrl'>,
): GitConnection {
  return {
    id: row.id,
    organizationId: row.organization_id,
    spaceId: ownerOf(row).id,
    url: row.url,
    credentials: credentialsOf(tokenOf(row, secretKeys), row.username),
    branch: row.branch,
    directory: row.directory,
    initial: row.initial,
    messageTemplate: row.message_template ?? '',
    authorEmails: row.author_emails,
    noReplyHost: new URL(publicUrl).hostname,
    acceptsConversion: row.accepts_conversion,
  };
}

/** The context of one sync. Its change requests are those of the connection's maker, who may have left. */
export function toSyncContext(
  { db, clock, fetcher, storage, workFolder }: GitSyncServer,
  { createdBy, ...options }: { createdBy: string } & Pick<SyncContext, 'signal' | 'progress'>,
): SyncContext {
  return {
    db,
    clock,
    fetcher,
    storage,
    workFolder,
    action: 'receiveCommits',
    ...options,
    needsReview: async (database, { id: spaceId, organizationId }) =>
      (await findRulesInForce(database, { organizationId, spaceId })).length > 0,
    openChangeRequest: (trx, { spaceId, subject, base }) =>
      addChangeRequest(
        trx,
        spaceId,
        { subject, base },
        { actor: { user: { id: createdBy } }, now: clock.now() },
      ),
    addRedirects: (trx, change) => addRedirects(trx, createdBy, change),
  };
}

const SETTINGS = '.gitbook.yaml';

/** Adds new redirects to sites as the connection's maker may now. */
async function addRedirects(
  trx: Transaction<Database>,
  createdBy: string,
  { organizationId, ...change }: ChangedRedirects,
): Promise<SyncNote[]> {
  if (!change.book?.redirects?.length) return [];
  const actor = await findActingMember(trx, organizationId, createdBy);
  const viewer = actor?.membership(organizationId);
  if (!actor || !viewer)
    return [
      {
        path: SETTINGS,
        message: 'Its redirects are added to no site: who connected the space is no longer a member.',
      },
    ];
  const action = 'receiveCommits';
  const { skipped, forbidden } = await addNewRedirects(trx, { actor, viewer }, { ...change, action });
  return [
    ...skipped.map(({ from, problem }) => ({
      path: SETTINGS,
      message: `The redirect from ${JSON.stringify(from.slice(0, 200))} is left out: ${problem}.`,
    })),
    ...forbidden.map(({ from }) => ({
      path: SETTINGS,
      message: `The redirect from ${JSON.stringify(from.slice(0, 200))} is added to no site: who connected the space may not change sites.`,
    })),
  ];
}
