import { expect, type Page } from '@playwright/test';
import { connectSiteGit, connectSpaceGit, previewSpaceGitBranch } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  chooseFromMenu,
  expectNotification,
  inConfirmation,
  inDialog,
  press,
  pressByKey,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createContent } from '../support/content-trees.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite } from '../support/site-structures.ts';

let spaces = 0;

/** Nothing answers for it. */
const repository = {
  url: 'https://git.press.example/docs.git',
  branch: 'main',
  initial: 'repository',
} as const;

/** A space that is connected with a repository. */
async function connectSpace(organization: Organization, paused: boolean): Promise<string> {
  spaces += 1;
  const title = `Tides ${spaces}`;
  const spaceId = (await createContent(organization, { [title]: null })).idOf(title);
  await connectSpaceGit({
    client: organization.admin.client,
    path: { spaceId },
    body: { ...repository, paused },
    throwOnError: true,
  });
  return spaceId;
}

const connectedScreen = async (organization: Organization, paused: boolean): Promise<string> =>
  `/spaces/${await connectSpace(organization, paused)}/git`;

/** A site that is connected with a repository, and the path of its screen. */
async function connectedSiteScreen(organization: Organization, paused: boolean): Promise<string> {
  const { id: siteId } = await createTestSite(organization, { Tides: ['Tides v1'] });
  const { client, path } = adminRequest(organization);
  await connectSiteGit({
    client,
    path: { ...path, siteId },
    body: { ...repository, paused },
    throwOnError: true,
  });
  return `/sites/${siteId}/git`;
}

const branch = 'feature/quick';

const branchField = (page: Page) =>
  page.getByRole('dialog', { name: 'View branch' }).getByRole('combobox', { name: 'Branch' });

const isLoaded = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Syncs', exact: true })).toBeVisible();

/** The fault cases of Git Sync. */
export const gitSyncCases = [
  {
    name: 'changing the settings of a Git connection',
    operation: 'updateSpaceGit',
    screen: async (organization) => `${await connectedScreen(organization, true)}?form=settings`,
    // After an edit conflict, the button says that it overwrites.
    ...inDialog('Message of commits (optional)', 'Docs: {change_request_subject}', /^Save/),
  },
  {
    name: 'asking for a sync',
    operation: 'syncSpaceGit',
    screen: (organization) => connectedScreen(organization, false),
    open: isLoaded,
    submit: press('Sync now'),
    expectPreserved: (page) => expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled(),
    expectDone: expectNotification(/Sync requested/),
  },
  {
    name: 'replacing the secret of a Git webhook',
    operation: 'rotateSpaceGitWebhook',
    screen: (organization) => connectedScreen(organization, true),
    ...inConfirmation(press('Replace secret…'), 'Replace secret'),
  },
  {
    name: 'disconnecting a repository',
    operation: 'disconnectSpaceGit',
    screen: (organization) => connectedScreen(organization, true),
    ...inConfirmation(press('Disconnect…'), 'Disconnect'),
  },
  {
    name: 'viewing a branch',
    operation: 'previewSpaceGitBranch',
    screen: async (organization) => `${await connectedScreen(organization, false)}?form=branch`,
    async open(page) {
      await branchField(page).fill(branch);
      await expect(page.getByRole('option', { name: `View “${branch}”` })).toBeEnabled();
    },
    submit: (page) => pressByKey(branchField(page)),
    expectPreserved: (page) => expect(branchField(page)).toHaveValue(branch),
    expectDone: (page) => expect(branchField(page)).toHaveCount(0),
  },
  {
    name: 'removing the view of a branch',
    operation: 'deleteSpaceGitBranchPreview',
    async screen(organization) {
      const spaceId = await connectSpace(organization, false);
      const { client } = organization.admin;
      await previewSpaceGitBranch({ client, path: { spaceId }, body: { branch }, throwOnError: true });
      return `/spaces/${spaceId}/git`;
    },
    ...inConfirmation(chooseFromMenu(`Actions for ${branch}`, 'Remove…'), 'Remove'),
  },
  {
    name: 'replacing the token of a site’s repository',
    operation: 'updateSiteGit',
    screen: async (organization) => `${await connectedSiteScreen(organization, true)}?form=token`,
    ...inDialog('New token', 'a-token', 'Replace token'),
  },
  {
    name: 'letting commits show visitors of a site more',
    operation: 'updateSiteGit',
    screen: (organization) => connectedSiteScreen(organization, true),
    ...inConfirmation(press('Allow…'), 'Allow'),
  },
  {
    name: 'asking for a sync of a site',
    operation: 'syncSiteGit',
    screen: (organization) => connectedSiteScreen(organization, false),
    open: (page) =>
      expect(page.getByRole('heading', { name: 'Syncs of the structure', exact: true })).toBeVisible(),
    submit: press('Sync now'),
    expectPreserved: (page) => expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled(),
    expectDone: expectNotification(/Sync requested/),
  },
  {
    name: 'replacing the secret of a site’s webhook',
    operation: 'rotateSiteGitWebhook',
    screen: (organization) => connectedSiteScreen(organization, true),
    ...inConfirmation(press('Replace secret…'), 'Replace secret'),
  },
  {
    name: 'disconnecting the repository of a site',
    operation: 'disconnectSiteGit',
    screen: (organization) => connectedSiteScreen(organization, true),
    ...inConfirmation(press('Disconnect…'), 'Disconnect'),
  },
] satisfies readonly FaultCase[];
