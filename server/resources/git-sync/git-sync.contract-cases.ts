import { newId } from '#server/base/ids.ts';
import {
  type ApiFixture,
  type Call,
  type CallFactory,
  callWith,
  siteParams,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases, type TextLimit } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded } from '#server/test/contract/texts.ts';
import { setPage } from '#server/test/fake-web.ts';
import { as, testApp } from '#server/test/test-app.ts';

const REPOSITORY = 'https://git.press.example/docs.git';
const connection = { url: REPOSITORY, branch: 'main', initial: 'space' };

/** A server of an empty repository. */
function publishRepository(): void {
  const capabilities = 'report-status agent=git/2.47';
  const line = `${'0'.repeat(40)} capabilities^{}\0${capabilities}\n`;
  for (const service of ['git-upload-pack', 'git-receive-pack']) {
    const packets = [`# service=${service}\n`, null, line, null];
    const body = packets.map((packet) =>
      packet === null ? '0000' : `${(packet.length + 4).toString(16).padStart(4, '0')}${packet}`,
    );
    setPage(`${REPOSITORY}/info/refs?service=${service}`, {
      contentType: `application/x-${service}-advertisement`,
      body: Buffer.from(body.join('')),
    });
  }
}

/** A space that is connected with a repository. */
export async function connectedParams(fixture: ApiFixture): Promise<{ spaceId: string }> {
  const params = await spaceParams(fixture);
  const { status } = await as(fixture.admin).put(`/v1/spaces/${params.spaceId}/git`, connection);
  if (status !== 200) throw new Error('The space was not connected.');
  return params;
}

/** A site that is connected with a repository. */
async function connectedSite(fixture: ApiFixture) {
  const params = await siteParams(fixture);
  const { status } = await as(fixture.admin).put(`${fixture.base}/sites/${params.siteId}/git`, connection);
  if (status !== 200) throw new Error('The site was not connected.');
  return params;
}

const connectedSiteCall =
  (body?: object): CallFactory =>
  async (fixture) => ({ params: await connectedSite(fixture), ...(body && { body }) });

const connectedCall =
  (body?: object): CallFactory =>
  async (fixture) => ({ params: await connectedParams(fixture), ...(body && { body }) });

const checkCall =
  (body: object): CallFactory =>
  async (fixture) => {
    publishRepository();
    return { params: await spaceParams(fixture), body };
  };

const sameRepository = { url: REPOSITORY, ref: 'refs/heads/main' };
const aliases = { repoCacheID: 'cache', repoTreeURL: `${REPOSITORY}/tree`, force: false };

/** Others are refused: they are not those of the connection. */
const repositoryLimits: Record<string, TextLimit> = {
  ref: [1, 255, null],
  repoProjectDirectory: [0, 1024, null],
  url: [0, 2048, null],
};
/** A server is asked with them. */
const checkLimits: Record<string, TextLimit> = {
  url: [1, 2048, null],
  branch: [1, 255, null],
  username: [1, 255, emojis],
  token: [1, 4096, ascii],
};

let branches = 0;

/** A connected space with a preview of a branch. No limit is in the way of tests of lists. */
async function addBranchPreview(spaceId: string): Promise<string> {
  branches += 1;
  const { db, clock } = await testApp();
  const connection = await db
    .selectFrom('git_connections')
    .select('id')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const id = newId();
  const now = clock.now();
  await db
    .insertInto('git_branch_previews')
    .values({
      id,
      connection_id: connection.id,
      branch: `feature-${branches}`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function branchPreviewParams(fixture: ApiFixture) {
  const { spaceId } = await connectedParams(fixture);
  return { spaceId, branchPreviewId: await addBranchPreview(spaceId) };
}

const branchPreviewUrl = (spaceId: string | undefined, id: string | undefined) =>
  `/v1/spaces/${spaceId}/git/branch-previews/${id}`;

/** Syncs that a list has: no request adds one. */
const syncList = (column: 'space_id' | 'site_id', parameter: 'spaceId' | 'siteId') => ({
  addItem: async (_fixture: ApiFixture, { params }: Call) => {
    const { db, clock } = await testApp();
    const { id } = await db
      .selectFrom('git_connections')
      .select('id')
      .where(column, '=', params[parameter] ?? '')
      .executeTakeFirstOrThrow();
    const now = clock.now();
    await db
      .insertInto('git_syncs')
      .values({
        id: newId(),
        connection_id: id,
        trigger: 'schedule',
        state: 'failed',
        error: 'The server did not respond in time.',
        error_reason: 'timeout',
        created_at: now,
        finished_at: now,
      })
      .execute();
  },
  // The oldest ones are deleted by later ones.
  deleteItem: async (_fixture: ApiFixture, _call: Call, id: string) => {
    const { db } = await testApp();
    await db.deleteFrom('git_syncs').where('id', '=', id).execute();
  },
});

export const gitSyncCases = contractCases({
  calls: {
    getSpaceGit: connectedCall(),
    connectSpaceGit: async (fixture) => ({ params: await spaceParams(fixture), body: connection }),
    updateSpaceGit: connectedCall({ messageTemplate: 'Docs: {change_request_subject}' }),
    disconnectSpaceGit: connectedCall(),
    syncSpaceGit: connectedCall(),
    checkSpaceGit: checkCall({ url: REPOSITORY }),
    previewSpaceGit: checkCall(connection),
    listSpaceGitSyncs: connectedCall(),
    getSpaceGitWebhook: connectedCall(),
    rotateSpaceGitWebhook: connectedCall(),
    getSiteGit: connectedSiteCall(),
    connectSiteGit: async (fixture) => ({ params: await siteParams(fixture), body: connection }),
    updateSiteGit: connectedSiteCall({ allowsRevealing: true }),
    disconnectSiteGit: connectedSiteCall(),
    syncSiteGit: connectedSiteCall(),
    listSiteGitSyncs: connectedSiteCall(),
    getSiteGitWebhook: connectedSiteCall(),
    rotateSiteGitWebhook: connectedSiteCall(),
    checkSiteGit: async (fixture) => {
      publishRepository();
      return { params: await siteParams(fixture), body: { url: REPOSITORY } };
    },
    getSpaceGitInfo: connectedCall(),
    listSpaceGitBranches: async (fixture) => {
      publishRepository();
      return { params: await connectedParams(fixture) };
    },
    listSpaceGitBranchPreviews: connectedCall(),
    previewSpaceGitBranch: connectedCall({ branch: 'feature' }),
    getSpaceGitBranchPreview: callWith(branchPreviewParams),
    deleteSpaceGitBranchPreview: callWith(branchPreviewParams),
    importGitRepository: connectedCall(sameRepository),
    exportToGitRepository: connectedCall(sameRepository),
  },
  otherBodies: {
    importGitRepository: [() => ({ ...sameRepository, ...aliases, standalone: false })],
    exportToGitRepository: [() => ({ ...sameRepository, ...aliases, commitMessage: 'Export' })],
  },
  // oxfmt-ignore
  permissions: {
    //                     none bad  outs disa gues read comm edit revi crea owne admi
    getSpaceGit:           [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    connectSpaceGit:       [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    updateSpaceGit:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    disconnectSpaceGit:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
    syncSpaceGit:          [401, 401, 404, 403, 404, 403, 403, 403, 403, 202, 403, 202],
    checkSpaceGit:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    previewSpaceGit:       [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listSpaceGitSyncs:     [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSpaceGitWebhook:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    rotateSpaceGitWebhook: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getSiteGit:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    connectSiteGit:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    updateSiteGit:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    disconnectSiteGit:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 204],
    syncSiteGit:           [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 202],
    listSiteGitSyncs:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    checkSiteGit:          [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    getSiteGitWebhook:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    rotateSiteGitWebhook:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    getSpaceGitInfo:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listSpaceGitBranches:  [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    listSpaceGitBranchPreviews: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    previewSpaceGitBranch: [401, 401, 404, 403, 404, 403, 403, 202, 202, 202, 403, 202],
    getSpaceGitBranchPreview: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    deleteSpaceGitBranchPreview: [401, 401, 404, 403, 404, 403, 403, 204, 204, 204, 403, 204],
    importGitRepository:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
    exportToGitRepository: [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
  },
  lists: {
    listSpaceGitSyncs: syncList('space_id', 'spaceId'),
    listSpaceGitBranchPreviews: {
      addItem: (_fixture, { params }) => addBranchPreview(params.spaceId ?? ''),
      deleteItem: (_fixture, { params }, id) => branchPreviewUrl(params.spaceId, id),
    },
    listSiteGitSyncs: syncList('site_id', 'siteId'),
  },
  limits: {
    connectSpaceGit: {
      url: [1, 2048, padded('https://press.example/', '', ascii)],
      branch: [1, 255, null],
      directory: [0, 1024, ascii],
      username: [1, 255, emojis],
      token: [1, 4096, ascii],
      messageTemplate: [1, 500, emojis],
      tokenEndsAt: [0, 64, null],
    },
    previewSpaceGitBranch: { branch: [1, 255, null] },
    checkSpaceGit: checkLimits,
    checkSiteGit: checkLimits,
    connectSiteGit: {
      url: [1, 2048, padded('https://press.example/', '', ascii)],
      branch: [1, 255, null],
      directory: [0, 1024, ascii],
      username: [1, 255, emojis],
      token: [1, 4096, ascii],
      tokenEndsAt: [0, 64, null],
    },
    updateSiteGit: {
      tokenEndsAt: [0, 64, null],
      acceptedCommit: [1, 64, null],
      refusedCommit: [1, 64, null],
      username: [1, 255, emojis],
      token: [1, 4096, ascii],
    },
    previewSpaceGit: { ...checkLimits, directory: [0, 1024, ascii] },
    importGitRepository: repositoryLimits,
    exportToGitRepository: repositoryLimits,
    updateSpaceGit: {
      tokenEndsAt: [0, 64, null],
      acceptedRewrite: [1, 64, null],
      username: [1, 255, emojis],
      token: [1, 4096, ascii],
      messageTemplate: [1, 500, emojis],
    },
  },
  exceptions: {
    checkSpaceGit: { isUnaudited: true },
    checkSiteGit: { isUnaudited: true },
    previewSpaceGit: { isUnaudited: true },
  },
  ids: {
    branchPreviewId: {
      otherKind: 'spaceId',
      hasParent: true,
      // `spaceId` is that of another noun.
      url: ({ branchSpaceId, branchPreviewId }) => branchPreviewUrl(branchSpaceId, branchPreviewId),
    },
  },
  createIds: async (fixture) => {
    const { spaceId: branchSpaceId, branchPreviewId } = await branchPreviewParams(fixture);
    return { branchSpaceId, branchPreviewId };
  },
});
