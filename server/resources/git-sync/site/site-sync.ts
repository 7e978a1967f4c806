import type { Kysely } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import type { Clock } from '#server/base/clock.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { GitRemote, SyncContext } from '#server/git-sync/git-connection.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import type { PlannedStructure } from '../../site-structure/history/planned-structure.ts';

/** One sync of a site with its branch. */
export interface SiteSync extends Pick<SyncContext, 'workFolder' | 'signal' | 'progress'> {
  db: Kysely<Database>;
  clock: Clock;
  fetcher: Fetcher;
  secretKeys: SecretKeys;
  /** Of the connection. */
  id: string;
  organizationId: string;
  siteId: string;
  remote: GitRemote;
  branch: string;
  directory: string;
  /** Which side the other one becomes in the first sync. */
  initial: 'repository' | 'space';
  authorEmails: 'account' | 'no-reply';
  noReplyHost: string;
  /** Whether a commit may show visitors what conditions keep from them, without a decision. */
  allowsRevealing: boolean;
  /** The commit that somebody has decided for, and the one that they have decided against. */
  acceptedCommit: string | undefined;
  refusedCommit: string | undefined;
  /** An administrator, as whom the site is changed. */
  actor: Actor;
  member: Membership;
}

/** What is remembered of a site's connection between its syncs. */
export interface SiteSyncState {
  /** The commit whose file the site has. */
  readCommit: string | null;
  /** The structure that both had then. */
  structure: PlannedStructure | null;
  /** The ids of the items by the keys of the file. */
  keys: Readonly<Record<string, string>>;
  /** The commit that is about to be pushed. */
  pushing: { from: string | null; oid: string; structure: PlannedStructure } | null;
}

/** What the connection remembers; made on first use. */
export async function loadSiteState({
  db,
  clock,
  id,
}: Pick<SiteSync, 'db' | 'clock' | 'id'>): Promise<SiteSyncState> {
  await db
    .insertInto('git_site_states')
    .columns(['connection_id', 'updated_at'])
    .expression((query) =>
      query
        .selectFrom('git_connections')
        .select(['id', (column) => column.val(clock.now()).as('updated_at')])
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.column('connection_id').doNothing())
    .execute();
  const row: Row<'git_site_states'> | undefined = await db
    .selectFrom('git_site_states')
    .selectAll()
    .where('connection_id', '=', id)
    .executeTakeFirst();
  // Without a row, the site was disconnected meanwhile.
  return {
    readCommit: row?.read_commit ?? null,
    structure: row?.structure ?? null,
    keys: row?.keys ?? {},
    pushing: row?.pushing ?? null,
  };
}

export async function changeSiteState(
  { db, clock, id }: Pick<SiteSync, 'db' | 'clock' | 'id'>,
  { readCommit, structure, keys, pushing }: Partial<SiteSyncState>,
): Promise<void> {
  await db
    .updateTable('git_site_states')
    .set({
      ...(readCommit !== undefined && { read_commit: readCommit }),
      ...(structure !== undefined && { structure: JSON.stringify(structure) }),
      ...(keys !== undefined && { keys: JSON.stringify(keys) }),
      ...(pushing !== undefined && { pushing: pushing === null ? null : JSON.stringify(pushing) }),
      updated_at: clock.now(),
    })
    .where('connection_id', '=', id)
    .execute();
}
