import type { FastifyRequest } from 'fastify';
import type { SiteGitConnection, SiteGitConnectionUpdate } from '#api/generated/types.gen.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { loadManagedSite, manageSite, type SiteRequest } from '#server/sites/load-site.ts';
import { parseAddress } from '../git-address.ts';
import {
  disconnect,
  type GitChange,
  findSpaceConnections,
  getConnection,
  putConnection,
  requestSync,
  rotateWebhookSecret,
  updateConnection,
} from '../git-connections.queries.ts';
import { parseBranch, parseDirectory, toSiteConnectionView } from '../git-connections.rules.ts';
import { listSyncs } from '../list-syncs.ts';
import { viewWebhook } from '../view-webhook.ts';

type SiteGitRequest = SiteRequest & Pick<FastifyRequest, 'clock'>;

/** Connections of sites with repositories, and their syncs. */
export const siteGitHandlers = {
  async getSiteGit(request) {
    await loadManagedSite(request);
    return viewConnection(request);
  },

  async connectSiteGit(request) {
    const { body, fetcher } = request;
    await manageSite(request, (trx, site) => {
      const { url, branch, directory = '', initial, username, token, ...settings } = body;
      const connection = {
        url: parseAddress(url, fetcher),
        branch: parseBranch(branch),
        directory: parseDirectory(directory),
        initial,
        username,
        token,
        ...toSettings(settings),
      };
      return putConnection(trx, { kind: 'site', id: site.id }, connection, changeOf(request));
    });
    return viewConnection(request);
  },

  async updateSiteGit(request) {
    const { username, token, acceptedCommit, refusedCommit, ...settings } = request.body;
    const changes = {
      username,
      token,
      accepted_rewrite: acceptedCommit,
      refused_commit: refusedCommit,
      ...toSettings(settings),
    };
    await manageSite(request, (trx, site) =>
      updateConnection(trx, { kind: 'site', id: site.id }, changes, changeOf(request)),
    );
    return viewConnection(request);
  },

  async disconnectSiteGit(request) {
    await manageSite(request, (trx, site) =>
      disconnect(trx, { kind: 'site', id: site.id }, changeOf(request)),
    );
  },

  async syncSiteGit(request) {
    await manageSite(request, (trx, site) =>
      requestSync(trx, { kind: 'site', id: site.id }, changeOf(request), 'syncSiteGit'),
    );
    return viewConnection(request);
  },

  async listSiteGitSyncs(request) {
    const { site } = await loadManagedSite(request);
    const connection = await getConnection(request.db, { kind: 'site', id: site.id });
    return listSyncs(request, connection, 'listSiteGitSyncs');
  },

  async getSiteGitWebhook(request) {
    const { site } = await loadManagedSite(request);
    return viewWebhook(request, { kind: 'site', id: site.id });
  },

  async rotateSiteGitWebhook(request) {
    const { siteId } = request.params;
    await manageSite(request, (trx, site) =>
      rotateWebhookSecret(trx, { kind: 'site', id: site.id }, changeOf(request)),
    );
    return viewWebhook(request, { kind: 'site', id: siteId });
  },
} satisfies Handlers<
  | 'getSiteGit'
  | 'connectSiteGit'
  | 'updateSiteGit'
  | 'disconnectSiteGit'
  | 'syncSiteGit'
  | 'listSiteGitSyncs'
  | 'getSiteGitWebhook'
  | 'rotateSiteGitWebhook'
>;

const changeOf = ({ actor, clock, service }: SiteGitRequest): GitChange => ({
  actor,
  now: clock.now(),
  secretKeys: service.secretKeys,
});

async function viewConnection({ db, params, service, clock }: SiteGitRequest): Promise<SiteGitConnection> {
  const connection = await getConnection(db, { kind: 'site', id: params.siteId });
  const spaces = await findSpaceConnections(db, connection.id);
  return toSiteConnectionView(connection, spaces, { service, now: clock.now() });
}

function toSettings({ tokenEndsAt, authorEmails, allowsRevealing, paused }: SiteGitConnectionUpdate) {
  return {
    token_ends_at: typeof tokenEndsAt === 'string' ? new Date(tokenEndsAt) : tokenEndsAt,
    author_emails: authorEmails,
    allows_revealing: allowsRevealing,
    paused,
  };
}
