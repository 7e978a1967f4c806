/** Statements of the console at servers of another make are true. */
import type { Page } from '@playwright/test';
import { listChangeRequests } from '#api/generated/sdk.gen.ts';
import { chooseFromMenu, press } from '../faults/fault-actions.ts';
import { expect, test } from '../fixtures.ts';
import { mainName, mergeChecksName, mergeName, moveName, reviewersName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';
import { organizationAt } from './changes.ts';
import type { ForeignServer } from './foreign-server.ts';
import { answering, problemsOfMissing, useStandIn } from './use-stand-in.ts';
import { base, variants } from './variants.ts';

const changeRequest = '/o/tideline/spaces/space0/changes/change1';

test('a reader sees who reviewed, was asked and contributed, and the texts', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async () => {
    await navigateTo(page, changeRequest);
    const activity = page.getByRole('region', { name: 'Activity' });
    await expect(activity).toContainText('Say how long.');
    await expect(activity).toContainText('requested a review from Editors');
    const team = page
      .getByRole('region', { name: reviewersName })
      .getByRole('listitem')
      .filter({ hasText: 'Editors' });
    await expect(team).toContainText('Team');
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(/Contributors.*Ada Admin/);

    await navigateTo(page, `${changeRequest}/comments`);
    const discussion = page.getByRole('article').filter({ hasText: 'Is three right?' });
    await discussion.getByRole('button', { name: '1 reply' }).click();
    await expect(discussion).toContainText('It is.');

    await navigateTo(page, `${changeRequest}/diff/outdocument`);
    await expect(page.getByRole('insertion').first()).toHaveText('very');
  });
});

test('a reader opens pages without a URL of their own @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async () => {
    for (const path of ['/o/tideline/spaces/space0/pages/', `${changeRequest}/content?page=`])
      for (const kind of ['group', 'link', 'computed']) {
        await navigateTo(page, `${path}out${kind}`);
        await expect(page.getByRole('heading', { name: `Outer ${kind}`, level: 2 })).toBeVisible();
      }
  });
});

test('a reader never sees working links marked as broken @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing, /status of 501/, /^501 /);
  await useStandIn(page, '0.130.0', async (standIn) => {
    standIn.variant = answering(standIn, /\/change-requests\/change1\/links/, 501);
    await navigateTo(page, `${changeRequest}/links`);
    await page.getByRole('button', { name: 'Check for broken links' }).click();
    const links = page.getByRole('region', { name: 'Broken links' });
    await expect(links).toContainText('broken by this change request');
    await expect(links).not.toContainText('OK');
  });
});

test('a person sees what could not be checked before a merge, and has it checked again @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing, /status of 500/, /^500 /);
  await useStandIn(page, '0.130.0', async (standIn) => {
    standIn.variant = answering(standIn, /\/change-requests\/change1\/changes/, 500);
    await navigateTo(page, changeRequest);
    const checks = page.getByRole('region', { name: mergeChecksName });
    await expect(checks).toContainText('Couldn’t check changed pages');
    await expect(page.getByRole('button', { name: mergeName, exact: true })).toBeEnabled();
    standIn.variant = base;
    await page
      .getByRole('region', { name: 'Changes', exact: true })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(checks).not.toContainText('Couldn’t check');
  });
});

test('a person sees what a server doesn’t support, and it is not requested again', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing, /status of 501/, /^501 /);
  await useStandIn(page, '0.130.0', async (standIn) => {
    const missing = /\/link-invites\?|GET .*\/structure$/;
    standIn.variant = answering(standIn, missing, 501);
    for (const screen of ['invites', 'teams', 'invites']) {
      await navigateTo(page, `/o/tideline/${screen}`);
      if (screen === 'invites')
        await expect(page.getByText('This server doesn’t list invite links')).toBeVisible();
    }
    await navigateTo(page, '/o/tideline/sites/site0/structure');
    for (const title of ['Section 0', 'Group']) await expect(treeRow(page, title)).toBeVisible();
    expect(standIn.requests.filter((line) => line.includes('/link-invites'))).toHaveLength(1);
    expect(standIn.requests.filter((line) => /^GET \/v1\/?$/.test(line))).toHaveLength(1);
  });
});

test('a person sees no counts of a server that can’t count, and it isn’t asked @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async (standIn) => {
    standIn.requests.length = 0;
    await page.goto('/o/tideline/teams');
    const navigation = page.getByRole('navigation', { name: mainName });
    await expect(navigation.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(standIn.requests.filter((line) => /change-requests|comments/.test(line))).toEqual([]);
  });
});

test('a person sees an endless list once, with a notice @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async (standIn) => {
    standIn.variant = variants.find(({ name }) => name === 'the same next page for ever') ?? base;
    const sentence = page.getByText('The server returned the same page twice. This list may be incomplete.');
    await navigateTo(page, '/o/tideline/members');
    await expect(page.getByRole('row').filter({ hasText: 'ada@' })).toHaveCount(1);
    await expect(sentence).toBeVisible();
  });
});

/** A site with two sections; "Two" can leave the first. */
const createSite = (standIn: ForeignServer) =>
  createTestSite(organizationAt(standIn), { First: ['One', 'Two'], Second: ['Three'] });

/** Moves "Two" to the end of the second section. */
async function moveTwo(page: Page): Promise<void> {
  await treeRow(page, 'Two').click();
  await press('Move to…')(page);
  await page.getByRole('dialog').getByLabel('Location').selectOption('Second');
  await page.getByRole('dialog').getByRole('button', { name: moveName, exact: true }).click();
}

test('a site space stays the same when it moves to another section @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async (standIn) => {
    const site = await createSite(standIn);
    await navigateTo(page, `/o/tideline/sites/${site.id}/structure`);
    await moveTwo(page);
    await expect.poll(site.order).toBe('First(One) Second(Three Two)');
    const changes = standIn.requests.filter((line) => /^(PATCH|POST|DELETE)/.test(line)).slice(-1);
    expect(changes).toEqual([`PATCH /v1/orgs/tideline/sites/${site.id}/structure/sort`]);
  });
});

for (const servesDefinition of [true, false])
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a person is asked before a site space is created anew, by a server ${servesDefinition ? 'with' : 'without'} its definition${servesDefinition ? ' @repeats' : ''} @details`, async ({
    page,
    problems,
  }) => {
    problems.expect(...problemsOfMissing);
    const use = async (standIn: ForeignServer) => {
      const site = await createSite(standIn);
      await navigateTo(page, `/o/tideline/sites/${site.id}/structure`);
      await expect(page.getByText('This server doesn’t list groups of sections.')).toBeVisible();
      await moveTwo(page);
      if (!servesDefinition) {
        // The abilities of this server are unknown before the first request.
        await expect(page.getByText('Move it again to create it anew there.')).toBeVisible();
        await moveTwo(page);
      }
      const question = page.getByRole('dialog', { name: /Create .*Two.* anew in another section\?/ });
      await expect(question).toContainText('another ID');
      expect(await site.order()).toBe('First(One Two) Second(Three)');
      await question.getByRole('button', { name: 'Create anew' }).click();
      await expect.poll(site.order).toBe('First(One) Second(Three Two)');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: /^Group…/ })).toHaveAttribute('aria-disabled', 'true');
    };
    await useStandIn(page, '0.91.0', use, { ...base, servesDefinition });
  });

test('an administrator translates a space where translations have a source @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async (standIn) => {
    await navigateTo(page, '/o/tideline/translations/new');
    const dialog = page.getByRole('dialog', { name: 'New translation' });
    await dialog.getByLabel('Space', { exact: true }).fill('Handbook');
    await dialog.getByRole('option', { name: 'Handbook' }).click();
    await dialog.getByLabel('Into').selectOption('Dutch');
    await dialog.getByLabel('Instructions').fill('Say “u”.');
    await dialog.getByRole('button', { name: 'Create translation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'English to Dutch' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Handbook' })).toBeVisible();
    await expect(main.getByText('Say “u”.')).toBeVisible();
    await chooseFromMenu('More actions', 'Delete…')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete settings' }).click();
    await expect(page.getByText('English to Dutch')).toHaveCount(0);
    expect(standIn.refused).toEqual([]);
  });
});

test('a person is offered no editor where a server can’t edit pages', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async (standIn) => {
    const reason = 'The console can’t edit the content of change requests at this server.';
    await navigateTo(page, '/o/tideline/spaces/space0/pages/outdocument');
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    await expect(edit).toHaveAttribute('data-tip', reason);
    // A link of a published site leads there.
    await navigateTo(page, '/o/tideline/spaces/space0/changes/new?page=outdocument');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(reason);
    await expect(dialog.getByRole('button', { name: 'Create change request' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await navigateTo(page, `${changeRequest}/content?page=outdocument`);
    await expect(page.getByText('Open the valve very slowly.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^New page|^Add page/ })).toHaveCount(0);

    const { client } = organizationAt(standIn).admin;
    const query = { status: 'merged' as const };
    const { data } = await listChangeRequests({ client, path: { spaceId: 'space0' }, query });
    await navigateTo(page, `/o/tideline/spaces/space0/changes/${data?.items[0]?.number}`);
    await press('More actions')(page);
    await expect(page.getByRole('menuitem', { name: 'Export as PDF' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^Undo this merge/ })).toHaveCount(0);
  });
});

test('an administrator sees what visitors with a plan see @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async () => {
    await navigateTo(page, '/o/tideline/sites/site0/visitors');
    await page.getByRole('button', { name: 'New segment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New segment' });
    await dialog.getByLabel('Name').fill('Large customers');
    await expect(dialog.getByLabel(/^plan/).locator('option')).toHaveText(['Unset', 'free', 'pro']);
    await dialog.getByLabel(/^plan/).selectOption('pro');
    await dialog.getByLabel(/^company/).fill('Quay & Co');
    await dialog.getByLabel(/^seats/).fill('12');
    await dialog.getByLabel('Name').press('Enter');
    const heading = page.getByRole('columnheader', { name: 'Large customers' });
    await expect(heading).toContainText(/plan = pro.*company = Quay & Co.*seats = 12/s);
  });
});
