import { expect, type Page } from '@playwright/test';
import { connectSpaceGit } from '#api/generated/sdk.gen.ts';
import { expectNotification, inConfirmation, inDialog, press } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createContent } from '../support/content-trees.ts';
import type { Organization } from '../support/organizations.ts';

let spaces = 0;

/** A space that is connected with a repository which nothing answers for, and the path of its screen. */
async function connectedScreen(organization: Organization, paused: boolean): Promise<string> {
  spaces += 1;
  const title = `Tides ${spaces}`;
  const spaceId = (await createContent(organization, { [title]: null })).idOf(title);
  await connectSpaceGit({
    client: organization.admin.client,
    path: { spaceId },
    body: { url: 'https://git.press.example/docs.git', branch: 'main', initial: 'repository', paused },
    throwOnError: true,
  });
  return `/spaces/${spaceId}/git`;
}

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
] satisfies readonly FaultCase[];
