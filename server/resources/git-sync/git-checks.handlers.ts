import type { FastifyRequest } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { GitCheck, GitCheckRequest, GitPreview, GitProblemReason } from '#api/generated/types.gen.ts';
import { ApiError, badRequest, unavailable } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type {
  FirstSyncPreview,
  GitConnection,
  GitRemote,
  ProbedRepository,
} from '#server/git-sync/git-connection.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { previewFirstSync } from '#server/git-sync/preview-first-sync.ts';
import { probeRepository } from '#server/git-sync/probe-repository.ts';
import { loadManagedSite } from '#server/sites/load-site.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { parseAddress } from './git-address.ts';
import { findConnection } from './git-connections.queries.ts';
import {
  type ConnectionOwner,
  parseBranch,
  parseDirectory,
  requireGitAdmin,
} from './git-connections.rules.ts';
import { credentialsOf, toSyncContext, tokenOf } from './sync-context.ts';

/** How long a check or a preview may take: less than a request. */
const MAX_MS = 50_000;
const MAX_NOTES = 100;

type CheckRequest = Pick<FastifyRequest, 'db' | 'service' | 'fetcher' | 'gone' | 'server'>;
type SpaceRequest = Pick<FastifyRequest, 'db' | 'actor'> & { params: { spaceId: string } };

/** What connecting a space or a site would do, before it is connected. Nothing is stored. */
export const gitCheckHandlers = {
  async checkSpaceGit(request) {
    const { organizationId, spaceId } = await loadForConnecting(request);
    return check(request, { organizationId, owner: { kind: 'space', id: spaceId } });
  },

  async checkSiteGit(request) {
    const { site } = await loadManagedSite(request);
    return check(request, { organizationId: site.organization_id, owner: { kind: 'site', id: site.id } });
  },

  async previewSpaceGit(request) {
    const { body, actor } = request;
    const { organizationId, spaceId } = await loadForConnecting(request);
    const connection: GitConnection = {
      ...(await toRemote(request, { kind: 'space', id: spaceId }, body)),
      id: newId(),
      organizationId,
      spaceId,
      branch: parseBranch(body.branch),
      directory: parseDirectory(body.directory ?? ''),
      initial: body.initial,
      messageTemplate: '',
      authorEmails: 'no-reply',
      noReplyHost: new URL(request.service.publicUrl).hostname,
      acceptsConversion: false,
    };
    return inLimits(request, organizationId, async (signal) => {
      const { db, clock, fetcher, service, server } = request;
      const { secretKeys, publicUrl, storage } = service;
      const runner = { db, clock, fetcher, storage, secretKeys, publicUrl, workFolder: server.gitFolder };
      const context = toSyncContext(runner, { createdBy: actor.user.id, signal });
      return toPreviewView(await previewFirstSync(context, connection));
    });
  },
} satisfies Handlers<'checkSpaceGit' | 'checkSiteGit' | 'previewSpaceGit'>;

async function check(
  request: CheckRequest & { body: GitCheckRequest },
  { organizationId, owner }: { organizationId: string; owner: ConnectionOwner },
): Promise<GitCheck> {
  const { body, fetcher, server } = request;
  const remote = await toRemote(request, owner, body);
  const branch = body.branch === undefined ? undefined : parseBranch(body.branch);
  return inLimits(request, organizationId, async (signal) => {
    const context = { fetcher, workFolder: server.gitFolder, signal };
    return toCheckView(await probeRepository(context, remote, { organizationId, branch }));
  });
}

async function loadForConnecting({ db, actor, params }: SpaceRequest) {
  const { row, level } = await loadSpace(db, actor, params.spaceId);
  requireGitAdmin(level);
  return { organizationId: row.organization_id, spaceId: row.id };
}

/** The repository that is asked for. The stored token is sent to the address that it was entered for, and to no other. */
async function toRemote(
  { db, fetcher, service }: CheckRequest,
  owner: ConnectionOwner,
  access: { url: string; username?: string; token?: string },
): Promise<GitRemote> {
  const url = parseAddress(access.url, fetcher);
  if (access.token !== undefined) return { url, credentials: credentialsOf(access.token, access.username) };
  const stored = await findConnection(db, owner);
  if (stored?.url !== url) return { url };
  const username = access.username ?? stored.username;
  return { url, credentials: credentialsOf(tokenOf(stored, service.secretKeys), username) };
}

/** Runs work in its turn and time. What a server of repositories refuses is 400, with the sentence for people. */
async function inLimits<Result>(
  { server, gone }: CheckRequest,
  organizationId: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const signal = AbortSignal.any([gone, ended.signal]);
  const tooLong = async () => {
    await wait(MAX_MS, undefined, { signal: ended.signal });
    throw unavailable(
      'The repository takes too long to read while you wait. Connect without a preview: the first sync goes on in the background.',
    );
  };
  try {
    return await server.contentImports.run(organizationId, () => Promise.race([work(signal), tooLong()]), {
      signal: gone,
    });
  } catch (error) {
    if (error instanceof GitSyncError) throw toBadRequest(error);
    throw error;
  } finally {
    ended.abort();
  }
}

const ABOUT_BRANCH: ReadonlySet<GitProblemReason> = new Set(['branch-not-found', 'branch-protected']);
const ABOUT_TOKEN: ReadonlySet<GitProblemReason> = new Set(['authentication', 'write-refused']);

function toBadRequest({ reason, message }: GitSyncError): ApiError {
  const field = ABOUT_BRANCH.has(reason) ? 'branch' : ABOUT_TOKEN.has(reason) ? 'token' : 'url';
  return badRequest(message, [{ path: `body.${field}`, message }]);
}

function toCheckView(probed: ProbedRepository): GitCheck {
  const { branches, defaultBranch, branch, commit, mayWrite, files } = probed;
  return {
    object: 'git-check',
    ...(mayWrite !== undefined && { canWrite: mayWrite }),
    ...(defaultBranch !== undefined && { defaultBranch }),
    branches: [...branches],
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
    books: probed.directories.map(({ path, kind, title, pages, needsConversion }) => ({
      directory: path,
      title,
      pages,
      kind,
      needsConversion,
    })),
    siteFiles: probed.siteFiles,
    files,
  };
}

function toPreviewView(preview: FirstSyncPreview): GitPreview {
  const { direction, kind, pages, files, pagesRemoved, needsConversion, notes, problem } = preview;
  return {
    object: 'git-preview',
    initial: direction,
    kind,
    pages,
    files,
    pagesRemoved,
    needsConversion,
    notes: notes.slice(0, MAX_NOTES),
    ...(problem && { error: problem.message, errorReason: problem.reason }),
  };
}
