import type { Page } from '@playwright/test';
import {
  createSite,
  createSiteSection,
  createSpace,
  editSpaceContent,
  getSpaceGit,
  getSpacePageByPath,
  mergeChangeRequest,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { countExecuted, enterContext, expectFailure, type FaultyChange } from '../faults/fault-run.ts';
import { expect, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { createOrganization, type Organization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

const BOOK = {
  'README.md': '# Home\n\nWelcome.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Valves](valves.md)\n',
  'valves.md': '# Valves\n\nOpen\n\nslowly\n',
};
const TOKEN = 'a-token';

interface Journey {
  page: Page;
  organization: Organization;
  spaceId: string;
  clone: GitClone;
  peer: GitPeer;
}

/** A server that may reach this machine, a repository on it, and a space, for one journey. */
async function withRepository(page: Page, journey: (journey: Journey) => Promise<void>): Promise<void> {
  const peer = await GitPeer.start();
  peer.credentials = { username: 'git', token: TOKEN };
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const clone = await peer.create('docs');
    await clone.commit(BOOK, 'Begin');
    const organization = await createOrganization('Git', server);
    const { client, token } = organization.admin;
    const path = { organizationId: organization.id };
    const { data } = await createSpace({
      client,
      path,
      body: { title: 'Tides', editMode: 'live' },
      throwOnError: true,
    });
    await updateSpace({ client, path: { spaceId: data.id }, body: { defaultLevel: 'inherit' } });
    await page.request.post(`${server.url}/auth/session`, { data: { token } });
    await page.goto(`${server.url}${organization.path(`/spaces/${data.id}/git`)}`);
    await journey({ page, organization, spaceId: data.id, clone, peer });
  } finally {
    // It would go on asking a server that is no more.
    await page.goto('about:blank');
    await server.stop();
    removeData(server);
    await peer.stop();
  }
}

/** Connects the space through the four steps. */
async function connect({ page, peer }: Journey): Promise<void> {
  const form = page.getByRole('form', { name: 'Connect a repository' });
  await form.getByLabel('Address').fill(peer.urlOf('docs'));
  await form.getByRole('button', { name: 'Check access' }).click();
  await expect(form.getByText(/asks for a token/).first()).toBeVisible();
  await form.getByLabel('Token').fill(TOKEN);
  await form.getByRole('button', { name: 'Check access' }).click();
  await expect(form.getByText('Bindery can read the repository and write to it.')).toBeVisible();
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByRole('combobox', { name: 'Directory' })).toContainText('Root of the repository');
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByText(/The space gets \d pages/)).toBeVisible();
  await form.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Syncs', exact: true })).toBeVisible();
}

async function textOf({ organization, spaceId }: Journey): Promise<string> {
  const { client } = organization.admin;
  const path = { spaceId, pagePath: 'valves' };
  const { data } = await getSpacePageByPath({
    client,
    path,
    query: { format: 'markdown' },
    throwOnError: true,
  });
  return 'markdown' in data ? String(data.markdown) : '';
}

async function edit({ organization, spaceId }: Journey, markdown: string): Promise<void> {
  const { client } = organization.admin;
  const { data } = await getSpacePageByPath({
    client,
    path: { spaceId, pagePath: 'valves' },
    throwOnError: true,
  });
  const changes = [{ operation: 'update_page' as const, page: data.id, document: { markdown } }];
  await editSpaceContent({ client, path: { spaceId }, body: { changes }, throwOnError: true });
}

async function fileOf({ clone }: Journey): Promise<string> {
  await clone.git('fetch', '-q', 'origin');
  return clone.git('show', 'origin/main:valves.md');
}

test('a space and a repository are connected, edited on both sides, conflict, become equal and part', async ({
  page,
  problems,
}) => {
  problems.expect(/400 \(Bad Request\).*\/git\/check/);
  await withRepository(page, async (journey) => {
    const { organization, spaceId, clone } = journey;
    const { client } = organization.admin;
    await connect(journey);
    await expect(page.getByText('Synced')).toBeVisible();
    expect(await textOf(journey)).toContain('slowly');

    // An edit here becomes a commit, and a commit becomes a revision.
    await edit(journey, 'Open\n\nslowly, please\n');
    await expect.poll(() => fileOf(journey)).toContain('slowly, please');
    await clone.git('pull', '-q');
    await clone.commit({ 'valves.md': '# Valves\n\nClose\n\nslowly, please\n' }, 'Close');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(() => textOf(journey)).toContain('Close');

    // Both change one line: the rest stays synced, and a change request has the conflict.
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Sync is paused')).toBeVisible();
    await edit(journey, 'Close\n\nat once\n');
    await clone.commit({ 'valves.md': '# Valves\n\nClose\n\nnever\n' }, 'Never');
    await page.getByRole('button', { name: 'Resume' }).first().click();
    const open = page.getByRole('link', { name: 'Open change request' });
    await expect(open).toBeVisible();
    const { changeRequest = '' } = (await getSpaceGit({ client, path: { spaceId }, throwOnError: true }))
      .data;
    const server = new URL(page.url()).origin;
    await page.goto(`${server}${organization.path(`/spaces/${spaceId}/changes/${changeRequest}/conflicts`)}`);
    await page.getByRole('region', { name: 'Change request' }).getByRole('button', { name: /^Use/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('No conflicts')).toBeVisible();
    const path = { spaceId, changeRequestId: changeRequest };
    await mergeChangeRequest({ client, path, throwOnError: true });
    await expect.poll(() => fileOf(journey)).toContain('never');
    expect(await textOf(journey)).toContain('never');

    // Disconnected, both keep what they have. A read after a late step of the last sync may find no connection.
    problems.expect(/404 \(Not Found\).*\/git(?:\/|\)|$)/);
    await page.goto(`${server}${organization.path(`/spaces/${spaceId}/git`)}`);
    await page.getByRole('button', { name: 'Disconnect…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByRole('form', { name: 'Connect a repository' })).toBeVisible();
    expect(await textOf(journey)).toContain('never');
    expect(await fileOf(journey)).toContain('never');
  });
});

test('a branch is viewed on the site of its space before it is merged, and removed', async ({
  page,
  problems,
}) => {
  problems.expect(/400 \(Bad Request\).*\/git\/check/);
  await withRepository(page, async (journey) => {
    const { organization, spaceId, clone } = journey;
    const { client } = organization.admin;
    const site = await createSite({
      client,
      path: { organizationId: organization.id },
      body: { title: 'Tide docs', visibility: 'visitor-auth' },
      throwOnError: true,
    });
    await createSiteSection({
      client,
      path: { organizationId: organization.id, siteId: site.data.id },
      body: { title: 'Guide', spaceId },
      throwOnError: true,
    });
    await connect(journey);
    await expect(page.getByText('Synced')).toBeVisible();
    await clone.git('checkout', '-q', '-b', 'feature/quick');
    await clone.commit({ 'valves.md': '# Valves\n\nOpen quickly\n' }, 'Say it shorter');

    const branches = page.getByRole('region', { name: 'Branches' });
    await branches.getByRole('button', { name: 'View branch…' }).click();
    const dialog = page.getByRole('dialog', { name: 'View branch' });
    await expect(dialog.getByRole('option', { name: /feature\/quick/ })).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Branch' }).fill('quick');
    await dialog.getByRole('option', { name: /feature\/quick/ }).click();
    await expect(dialog).toBeHidden();
    await expect(branches.getByText('Ready')).toBeVisible();
    await expect(branches.getByText(/Say it shorter · Robin/)).toBeVisible();
    await expect(branches.getByText(/has no status: the host of the repository is not known/)).toBeVisible();

    await branches.getByRole('button', { name: 'View as the site: feature/quick' }).click();
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('menuitem', { name: 'Tide docs' }).click(),
    ]);
    await expect(opened.getByRole('note')).toContainText('Preview of feature/quick');
    await opened.getByRole('link', { name: 'Valves' }).first().click();
    await expect(opened.getByText('Open quickly')).toBeVisible();
    await opened.close();
    expect(await textOf(journey)).toContain('slowly');

    await branches.getByRole('button', { name: 'Actions for feature/quick' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(branches.getByText('No branch is viewed')).toBeVisible();
  });
});

test('a list of branches that the repository refuses says why, on a phone as well', async ({
  page,
  problems,
}) => {
  problems.expect(/400 \(Bad Request\).*\/git\/check/);
  await withRepository(page, async (journey) => {
    const { peer } = journey;
    await connect(journey);
    await expect(page.getByText('Synced')).toBeVisible();
    const branches = page.getByRole('region', { name: 'Branches' });
    const view = async (branch: string) => {
      await branches.getByRole('button', { name: 'View branch…' }).click();
      const dialog = page.getByRole('dialog', { name: 'View branch' });
      await expect(dialog.getByText('The repository lists no branches')).toBeVisible();
      await dialog.getByRole('combobox', { name: 'Branch' }).fill(branch);
      await dialog.getByRole('option', { name: `View “${branch}”` }).click();
      await expect(dialog).toBeHidden();
    };
    // The token was withdrawn.
    peer.credentials = { username: 'git', token: 'another' };
    await view('feature/quick');
    const refused = branches.getByText(/^feature\/quick: .*token/);
    await expect(refused).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await refused.scrollIntoViewIfNeeded();
    await expect(branches.getByText('Failed')).toBeInViewport();
    await expect(refused).toBeInViewport({ ratio: 1 });
    await expectPageFits(page);
    // The server is gone.
    await peer.stop();
    await view('feature/slow');
    await expect(branches.getByText(/^feature\/slow: /)).toBeVisible();
  });
});

test('a person connects a space once, and keeps what they chose, when each request is broken @details', async ({
  page,
  problems,
}) => {
  await withRepository(page, async (journey) => {
    const { organization, spaceId, peer } = journey;
    const proxy = await startFaultProxy(new URL(page.url()).origin);
    try {
      const context = { page, proxy, organization, actor: organization.admin };
      await enterContext(context, problems);
      await page.goto(proxy.url + organization.path(`/spaces/${spaceId}/git`));
      const form = page.getByRole('form', { name: 'Connect a repository' });
      const pressing = (name: string) => () => form.getByRole('button', { name, exact: true }).press('Enter');
      const broken = async (change: FaultyChange) => {
        for (const fault of [500, 'offline', 'no response', 'lost response'] as const)
          await expectFailure(context, change, fault);
      };
      const address = form.getByLabel('Address');
      await address.fill(peer.urlOf('docs'));
      await form.getByLabel('Token').fill(TOKEN);
      const check = pressing('Check access');
      const expectAddress = () => expect(address).toHaveValue(peer.urlOf('docs'));
      await broken({ operation: 'checkSpaceGit', submit: check, expectPreserved: expectAddress });
      await check();
      await form.getByText('Bindery can read the repository and write to it.').waitFor();
      await pressing('Continue')();
      const directory = form.getByRole('combobox', { name: 'Directory' });
      await directory.waitFor();
      const preview = pressing('Continue');
      const expectDirectory = () => expect(directory).toContainText('Root of the repository');
      await broken({ operation: 'previewSpaceGit', submit: preview, expectPreserved: expectDirectory });
      await preview();
      const numbers = form.getByText(/The space gets \d pages/);
      await numbers.waitFor();
      const connectNow = pressing('Connect');
      const expectNumbers = () => expect(numbers).toBeVisible();
      await broken({ operation: 'connectSpaceGit', submit: connectNow, expectPreserved: expectNumbers });
      await connectNow();
      await expect(page.getByText('Synced')).toBeVisible();
      expect(await countExecuted(organization, 'connectSpaceGit')).toBe(1);
    } finally {
      await page.goto('about:blank');
      await proxy.close();
    }
  });
});
