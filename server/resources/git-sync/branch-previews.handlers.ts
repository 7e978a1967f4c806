import type { FastifyRequest } from 'fastify';
import type { GitBranches } from '#api/generated/types.gen.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { GitServer } from '#server/git-sync/git-server.ts';
import { type ListedBranch, listBranches } from '#server/git-sync/list-branches.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { requireEditPermission } from '../change-requests/change-requests.rules.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import {
  deleteBranchPreview,
  getBranchPreview,
  requestBranchPreview,
  selectBranchPreviews,
} from './branch-previews.queries.ts';
import { toBranchPreviewView } from './branch-previews.rules.ts';
import { type GitChange, getConnection } from './git-connections.queries.ts';
import { type LoadedConnection, parseBranch } from './git-connections.rules.ts';
import { credentialsOf, tokenOf } from './sync-context.ts';

const MAX_BRANCHES = 1000;

type PreviewRequest = Pick<FastifyRequest, 'db' | 'actor' | 'clock' | 'service'> & {
  params: { spaceId: string };
};

/** Branches of the connected repository, shown before they are merged. Who may propose changes may ask for it, too. */
export const branchPreviewHandlers = {
  async listSpaceGitBranches(request) {
    const { params, query, db } = request;
    await requireProposing(request);
    const connection = await getConnection(db, { kind: 'space', id: params.spaceId });
    return askForBranches(request, connection, query.search ?? '');
  },

  async listSpaceGitBranchPreviews(request) {
    const { params, db, actor, service } = request;
    const { row: space } = await loadSpace(db, actor, params.spaceId);
    const previews = selectBranchPreviews(db, space.id);
    const page = await readPage(request, {
      // They are made without a change of the organization, so the total is not kept.
      scope: { operation: 'listSpaceGitBranchPreviews', filters: [space.id] },
      query: previews,
      order: [
        { column: 'git_branch_previews.created_at', direction: 'desc' },
        { column: 'git_branch_previews.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(previews),
    });
    return toEnvelope(page, (row) => toBranchPreviewView(row, service));
  },

  async previewSpaceGitBranch(request) {
    const { params, body, db, service } = request;
    await requireProposing(request);
    const { spaceId } = params;
    const branch = parseBranch(body.branch);
    const change = changeOf(request);
    const branchPreviewId = await inTransaction(db, (trx) =>
      requestBranchPreview(trx, { spaceId, branch }, change),
    );
    return toBranchPreviewView(await getBranchPreview(db, { spaceId, branchPreviewId }), service);
  },

  async getSpaceGitBranchPreview({ params, db, actor, service }) {
    await loadSpace(db, actor, params.spaceId);
    return toBranchPreviewView(await getBranchPreview(db, params), service);
  },

  async deleteSpaceGitBranchPreview(request) {
    const { params, db } = request;
    await requireProposing(request);
    const row = await getBranchPreview(db, params);
    await inTransaction(db, (trx) => deleteBranchPreview(trx, row, changeOf(request)));
  },
} satisfies Handlers<
  | 'listSpaceGitBranches'
  | 'listSpaceGitBranchPreviews'
  | 'previewSpaceGitBranch'
  | 'getSpaceGitBranchPreview'
  | 'deleteSpaceGitBranchPreview'
>;

/** 404 where the caller can't see the space, 403 where they can't propose changes of it. */
async function requireProposing({ db, actor, params }: PreviewRequest): Promise<void> {
  const { level } = await loadSpace(db, actor, params.spaceId);
  requireEditPermission(level);
}

const changeOf = ({ actor, clock, service }: PreviewRequest): GitChange => ({
  actor,
  now: clock.now(),
  secretKeys: service.secretKeys,
});

/** What a server of repositories refuses is a part of the answer: a name can be entered all the same. */
async function askForBranches(
  { fetcher, service, gone, server }: Pick<FastifyRequest, 'fetcher' | 'service' | 'gone' | 'server'>,
  connection: LoadedConnection,
  search: string,
): Promise<GitBranches> {
  const { url, username, organization_id: organizationId } = connection;
  const credentials = credentialsOf(tokenOf(connection, service.secretKeys), username);
  try {
    const branches = await server.contentImports.run(
      organizationId,
      () => listBranches(new GitServer(fetcher, { url, credentials }, gone)),
      { signal: gone },
    );
    return toBranchesView(matching(branches, search, connection.branch));
  } catch (error) {
    if (!(error instanceof GitSyncError)) throw error;
    return { ...toBranchesView([]), error: error.message, errorReason: error.reason };
  }
}

/** Those that can be previewed: the synchronized one is shown already. */
function matching(branches: readonly ListedBranch[], search: string, synchronized: string): ListedBranch[] {
  const wanted = search.toLowerCase();
  return branches.filter(({ name }) => name !== synchronized && name.toLowerCase().includes(wanted));
}

const toBranchesView = (branches: readonly ListedBranch[]): GitBranches => ({
  object: 'git-branches',
  branches: branches.slice(0, MAX_BRANCHES),
  hasMore: branches.length > MAX_BRANCHES,
});
