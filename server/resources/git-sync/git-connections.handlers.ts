import type { FastifyRequest } from 'fastify';
import type { GitConnection, GitConnectionUpdate } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { parseAddress } from './git-address.ts';
import {
  type ConnectionSettings,
  disconnect,
  type GitChange,
  getConnection,
  putConnection,
  requestSync,
  rotateWebhookSecret,
  updateConnection,
} from './git-connections.queries.ts';
import {
  parseBranch,
  parseDirectory,
  requireGitAdmin,
  requireTriggerGitSync,
  toConnectionView,
  toGitSync,
} from './git-connections.rules.ts';
import { listSyncs } from './list-syncs.ts';
import { viewWebhook } from './view-webhook.ts';

type GitRequest = Pick<FastifyRequest, 'db' | 'actor' | 'clock' | 'service' | 'fetcher'> & {
  params: { spaceId: string };
};

/** Connections of spaces with repositories, and their syncs. */
export const gitConnectionHandlers = {
  async getSpaceGit(request) {
    await loadSpace(request.db, request.actor, request.params.spaceId);
    return viewConnection(request);
  },

  async connectSpaceGit(request) {
    const { params, body, db, fetcher } = request;
    requireGitAdmin(await levelOn(request));
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
    await inTransaction(db, (trx) => putConnection(trx, spaceOf(params), connection, changeOf(request)));
    return viewConnection(request);
  },

  async updateSpaceGit(request) {
    const { params, body, db } = request;
    requireGitAdmin(await levelOn(request));
    const { username, token, acceptedRewrite: accepted_rewrite, ...settings } = body;
    const changes = { username, token, accepted_rewrite, ...toSettings(settings) };
    await inTransaction(db, (trx) => updateConnection(trx, spaceOf(params), changes, changeOf(request)));
    return viewConnection(request);
  },

  async disconnectSpaceGit(request) {
    const { params, db } = request;
    requireGitAdmin(await levelOn(request));
    await inTransaction(db, (trx) => disconnect(trx, spaceOf(params), changeOf(request)));
  },

  async syncSpaceGit(request) {
    requireTriggerGitSync(await levelOn(request));
    await inTransaction(request.db, (trx) =>
      requestSync(trx, spaceOf(request.params), changeOf(request), 'syncSpaceGit'),
    );
    return viewConnection(request);
  },

  async listSpaceGitSyncs(request) {
    const { db, actor, params } = request;
    await loadSpace(db, actor, params.spaceId);
    return listSyncs(request, await getConnection(db, spaceOf(params)), 'listSpaceGitSyncs');
  },

  async getSpaceGitWebhook(request) {
    requireGitAdmin(await levelOn(request));
    return viewWebhook(request, spaceOf(request.params));
  },

  async rotateSpaceGitWebhook(request) {
    requireGitAdmin(await levelOn(request));
    await inTransaction(request.db, (trx) =>
      rotateWebhookSecret(trx, spaceOf(request.params), changeOf(request)),
    );
    return viewWebhook(request, spaceOf(request.params));
  },

  async getSpaceGitInfo(request) {
    const { db, actor, params } = request;
    await loadSpace(db, actor, params.spaceId);
    const connection = await getConnection(db, spaceOf(params));
    return toGitSync(connection, connection.synced_at ?? connection.updated_at);
  },

  async importGitRepository(request) {
    await syncAsDocumented(request, request.body, 'importGitRepository');
  },

  async exportToGitRepository(request) {
    await syncAsDocumented(request, request.body, 'exportToGitRepository');
  },
} satisfies Handlers<
  | 'getSpaceGit'
  | 'connectSpaceGit'
  | 'updateSpaceGit'
  | 'disconnectSpaceGit'
  | 'syncSpaceGit'
  | 'listSpaceGitSyncs'
  | 'getSpaceGitWebhook'
  | 'rotateSpaceGitWebhook'
  | 'getSpaceGitInfo'
  | 'importGitRepository'
  | 'exportToGitRepository'
>;

/** The caller's level on the space; 404 where they can't see it. */
async function levelOn({ db, actor, params }: GitRequest): Promise<number> {
  return (await loadSpace(db, actor, params.spaceId)).level;
}

const spaceOf = ({ spaceId }: GitRequest['params']) => ({ kind: 'space', id: spaceId }) as const;

const changeOf = ({ actor, clock, service }: GitRequest): GitChange => ({
  actor,
  now: clock.now(),
  secretKeys: service.secretKeys,
});

async function viewConnection({ db, params, service, clock }: GitRequest): Promise<GitConnection> {
  return toConnectionView(await getConnection(db, spaceOf(params)), service, clock.now());
}

function toSettings(settings: GitConnectionUpdate): ConnectionSettings {
  const { tokenEndsAt, messageTemplate, authorEmails, acceptsConversion, paused } = settings;
  return {
    token_ends_at: typeof tokenEndsAt === 'string' ? new Date(tokenEndsAt) : tokenEndsAt,
    message_template: messageTemplate,
    author_emails: authorEmails,
    accepts_conversion: acceptsConversion,
    paused,
  };
}

interface DocumentedOperation {
  url: string;
  ref: string;
  repoProjectDirectory?: string;
}

/** The documented import and export act on the connection alone; 400 for another repository. */
async function syncAsDocumented(
  request: GitRequest,
  { url, ref, repoProjectDirectory }: DocumentedOperation,
  action: string,
): Promise<void> {
  const { db, params, fetcher } = request;
  requireTriggerGitSync(await levelOn(request));
  const connection = await getConnection(db, spaceOf(params));
  if (parseAddress(url, fetcher) !== connection.url)
    throw badValue('body.url', 'must be the address of the repository that the space is connected with');
  if (parseBranch(ref, 'body.ref') !== connection.branch)
    throw badValue('body.ref', 'must be the branch that the space is connected with');
  const directory = repoProjectDirectory && parseDirectory(repoProjectDirectory, 'body.repoProjectDirectory');
  if (directory !== undefined && directory !== connection.directory)
    throw badValue('body.repoProjectDirectory', 'must be the directory that the space is connected with');
  await inTransaction(db, (trx) => requestSync(trx, spaceOf(params), changeOf(request), action));
}
