import { findActingMember } from '#server/access/acting-member.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { canAdministrateSites } from '#server/sites/sites.rules.ts';
import { anyAdministrator } from '../any-administrator.ts';
import type { LoadedConnection } from '../git-connections.rules.ts';
import { credentialsOf, type GitSyncServer, tokenOf } from '../sync-context.ts';
import type { SiteSync } from './site-sync.ts';

/** The connection of a site as its sync takes it. The site is changed as its maker, or as an administrator who stands for them. */
export async function toSiteSync(
  server: GitSyncServer,
  row: LoadedConnection & { site_id: string },
  options: Pick<SiteSync, 'signal' | 'progress'>,
): Promise<SiteSync> {
  const { publicUrl, ...context } = server;
  const { organization_id: organizationId } = row;
  return {
    ...context,
    ...options,
    id: row.id,
    organizationId,
    siteId: row.site_id,
    remote: { url: row.url, credentials: credentialsOf(tokenOf(row, server.secretKeys), row.username) },
    branch: row.branch,
    directory: row.directory,
    initial: row.initial,
    authorEmails: row.author_emails,
    noReplyHost: new URL(publicUrl).hostname,
    allowsRevealing: row.allows_revealing,
    acceptedCommit: row.accepted_rewrite ?? undefined,
    refusedCommit: row.refused_commit ?? undefined,
    ...(await findActor(server, organizationId, row.created_by)),
  };
}

async function findActor(
  { db }: GitSyncServer,
  organizationId: string,
  createdBy: string | null,
): Promise<Pick<SiteSync, 'actor' | 'member'>> {
  const maker = await findActingMember(db, organizationId, createdBy);
  const own = maker?.membership(organizationId);
  if (maker && own && canAdministrateSites(own)) return { actor: maker, member: own };
  const other = await findActingMember(db, organizationId, await anyAdministrator(db, organizationId));
  const member = other?.membership(organizationId);
  if (!other || !member)
    throw new GitSyncError('internal', 'The organization has no administrator. Make a member one first.');
  return { actor: other, member };
}
