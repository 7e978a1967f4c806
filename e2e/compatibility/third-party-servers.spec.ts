import type { Page } from '@playwright/test';
import {
  createChangeRequestCommentReply,
  createReview,
  listChangeRequestComments,
  requestReviewers,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { addMembersLabel, brokenLinksLabel, dismissLabel } from '#src/lib/shared-labels.ts';
import { createDiscussions } from '../comments/discussions.ts';
import { expect, test } from '../fixtures.ts';
import { screenGroups } from '../registry.ts';
import { createTestSpace } from '../support/change-requests.ts';
/** The console with third-party servers of the documented API. */
import { emailAddressesName, reviewersName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';
import { insertPage, createPages, createOpenChangeRequest } from '../support/space-pages.ts';
import { useThirdPartyServer } from './third-party-server.ts';

/** Expected texts of screens that need extensions or have unknown states. */
const expectedTexts: Readonly<Record<string, string | RegExp>> = {
  account: 'No account settings on this server',
  'account-token-new': 'No account settings on this server',
  'audit-log': 'No audit log on this server',
  'custom-field-matrix': 'This server can’t list the values of all spaces',
  'custom-field-matrix-import': 'This server can’t list the values of all spaces',
  'api-specs': 'archived',
  'member-sign-in': /@/,
  'change-request-conflicts': 'Conflicts are not available',
  'page-editor': 'This page can’t be edited',
  'page-options': 'This page can’t be edited',
  'settings-mail': 'No mail settings on this server',
  'site-appearance': 'Appearance isn’t available',
  'site-redirects': 'Redirects aren’t available',
  'site-redirect-new': 'Redirects aren’t available',
  suggestions: /is a range, not a unit/,
  'visitors-authentication': 'Visitor authentication isn’t available',
  'visitors-key-new': 'Visitor authentication isn’t available',
  'space-history': 'History isn’t available',
};

/** Texts that must never be shown. */
const neverShown = /undefined|NaN|\[object|Invalid Date|Something went wrong/;

/** Maximum requests per URL and screen; polled lists are repeated. */
const maxRequests = 6;

/** The text of a fully loaded screen. */
async function textOf(page: Page): Promise<string> {
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  return page.locator('main').filter({ visible: true }).innerText();
}

test.describe('a person uses every screen of a server with repeating lists and no optional data', () => {
  for (const [group, screens] of Object.entries(screenGroups))
    test(group, async ({ page, demonstration, problems }) => {
      test.setTimeout(300_000);
      problems.expect(/status of 404/);
      const { requests } = await useThirdPartyServer(page.context(), { repeatsPages: true });
      await demonstration.signIn(page.context());
      await page.goto(demonstration.path(''));
      for (const { name, path, expectedText } of screens)
        await test.step(name, async () => {
          requests.clear();
          await navigateTo(page, await path(demonstration));
          const sentence = page
            .getByText(expectedTexts[name] ?? expectedText)
            .filter({ visible: true })
            .first();
          await expect.soft(sentence, name).toBeVisible();
          const text = await textOf(page);
          expect.soft(text, name).not.toMatch(neverShown);
          if (name !== 'not-found') expect.soft(text, name).not.toContain('may have been moved or deleted');
          const often = [...requests].filter(([, count]) => count > maxRequests);
          expect.soft(often, `${name}: asked too often`).toEqual([]);
        });
    });
});

test('a reader sees documents in the leaf format', async ({ page, organization, signIn, problems }) => {
  problems.expect(/status of 404/);
  const { client } = organization.admin;
  const { path, screen, spaceId, pageId } = await createDiscussions(organization, ['Is **three** right?']);
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'inherit' } });
  const reviewer = await organization.addPerson('review', 'Rita Reviewer');
  const { data: comments } = await listChangeRequestComments({ client, path, throwOnError: true });
  const commentPath = { ...path, commentId: comments.items[0]?.id ?? '' };
  await createChangeRequestCommentReply({
    client,
    path: commentPath,
    body: { body: { markdown: 'It is.' } },
  });
  await requestReviewers({ client, path, body: { users: [reviewer.id] } });
  const review = { status: 'changes-requested', comment: 'Say how long.' } as const;
  await createReview({ client: reviewer.client, path, body: review, throwOnError: true });
  await useThirdPartyServer(page.context());
  await signIn(organization.admin);

  await page.goto(organization.path(screen));
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Say how long.');
  await expect(activity).toContainText('requested a review from Editors');
  const team = page
    .getByRole('region', { name: reviewersName })
    .getByRole('listitem')
    .filter({ hasText: 'Editors' });
  await expect(team).toContainText('Team');
  await expect(team.getByRole('button')).toHaveCount(0);

  await page.goto(organization.path(`${screen}/comments`));
  const discussion = page.getByRole('article').first();
  await expect(discussion).toContainText('Is three right?');
  await expect(discussion.locator('strong')).toHaveText('three');
  await discussion.getByRole('button', { name: '1 reply' }).click();
  await expect(discussion).toContainText('It is.');

  await page.goto(organization.path(`${screen}/diff/${pageId}`));
  await expect(page.getByRole('insertion')).toHaveText('slowly');
  await expect(page.getByText('Original')).toBeVisible();

  await page.goto(organization.path(`/spaces/${spaceId}/pages/${pageId}`));
  const text = page.getByRole('article');
  await expect(text).toContainText('Open the valve.');
  await expect(text).toContainText('Unsupported block: Hologram');
  await expect(text).toContainText('Said by a hologram');
});

test('a reader opens group, link and computed pages without a URL', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  // Home requests counts that such a server does not have; the response may arrive before it is left.
  problems.expect(/status of 404/);
  const titles = ['Chapter', 'Elsewhere', 'Reference'];
  const { spaceId, idOf } = await createPages(
    organization,
    titles.map((title) => insertPage(title, 'About it.')),
  );
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'More', [
    insertPage('Buoys', 'They float.'),
  ]);
  await useThirdPartyServer(page.context());
  await signIn(organization.admin);
  await page.goto(organization.path());
  const paths = [
    (id: string) => `/spaces/${spaceId}/pages/${id}`,
    (id: string) => `${screen}/content?page=${id}`,
  ];
  for (const path of paths)
    for (const title of titles) {
      await navigateTo(page, organization.path(path(idOf(title))));
      await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
    }
});

test('an administrator sees no active spaces in the trash of a server that can’t list deleted ones', async ({
  page,
  organization,
  signIn,
}) => {
  await createTestSpace(organization, 'Alive and well');
  await useThirdPartyServer(page.context());
  await signIn(organization.admin);
  await page.goto(organization.path('/trash'));
  await expect(page.getByText('This server doesn’t list deleted spaces')).toBeVisible();
  await expect(page.getByText('Alive and well')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await expect(page.getByText('are kept for 7 days')).toHaveCount(0);
});

test('a reader never sees working links marked as broken', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of (404|501)/, /^501 /);
  const { spaceId } = await createPages(organization, [insertPage('Valves', '[Out](https://example.org)')]);
  const text = '[Out](https://example.org) [Also](https://example.com) [Gone](/pages/nowhere)';
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Links', [
    insertPage('Buoys', text),
  ]);
  await useThirdPartyServer(page.context(), { unsupported: ['listChangeRequestLinks'] });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/links`));
  await page.getByRole('button', { name: 'Check for broken links' }).click();
  const links = page.getByRole('region', { name: brokenLinksLabel });
  await expect(links).toContainText('1 link broken by this change request, 0 already broken.');
  await expect(links).not.toContainText('OK');
});

test('a person can use operations that a server has but doesn’t list', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 404/);
  const { spaceId } = await createPages(organization, [insertPage('Valves', 'Open the valve.')]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'More', [
    insertPage('Buoys', 'They float.'),
  ]);
  const { requests } = await useThirdPartyServer(page.context());
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));
  await expect(page.getByText('No invite links yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add members by email' })).toBeEnabled();
  for (const address of [`${screen}/links`, `${screen}/diff`, '/content', screen]) {
    await navigateTo(page, organization.path(address));
    await textOf(page);
    expect(await page.locator('main').filter({ visible: true }).innerText(), address).not.toContain(
      'This server does not',
    );
  }
  expect(
    [...requests].filter(([requested]) => /^GET \/v1\/?$/.test(requested)).map(([, count]) => count),
  ).toEqual([1]);
});

test('a person sees what a server doesn’t support, and it is not requested again', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 501/, /^501 /);
  const { requests } = await useThirdPartyServer(page.context(), {
    unsupported: ['listLinkInvites', 'inviteMembers', 'getSiteStructure'],
  });
  const site = await createTestSite(organization, { Guides: { Start: ['Start v1'] }, Help: ['Help v1'] });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/structure`));
  for (const title of ['Guides', 'Start', 'Help']) await expect(treeRow(page, title)).toBeVisible();
  await page.goto(organization.path('/invites'));
  await expect(page.getByText('This server doesn’t list invite links')).toBeVisible();
  await navigateTo(page, organization.path('/teams'));
  await navigateTo(page, organization.path('/invites'));
  await expect(page.getByText('This server doesn’t list invite links')).toBeVisible();
  expect([...requests].filter(([requested]) => requested.includes('/link-invites'))).toMatchObject([
    [/link-invites/, 1],
  ]);
  await page.getByRole('link', { name: 'Add members by email' }).click();
  const dialog = page.getByRole('dialog', { name: addMembersLabel });
  await dialog.getByLabel(emailAddressesName).fill('grace@example.com');
  await dialog.getByRole('button', { name: addMembersLabel, exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Add members by email', includeHidden: true }),
  ).toHaveAttribute('aria-disabled', 'true');
});

test('an administrator adds members by email on a server that reports no failed addresses', async ({
  page,
  organization,
  signIn,
}) => {
  await useThirdPartyServer(page.context());
  await signIn(organization.admin);
  await page.goto(organization.path('/invites/people'));
  const dialog = page.getByRole('dialog', { name: addMembersLabel });
  await dialog.getByLabel(emailAddressesName).fill('grace@example.com');
  await dialog.getByRole('button', { name: addMembersLabel, exact: true }).click();
  await expect(page.getByText('Added 1 member')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});

test('a person sees an endless list once, with a notice', async ({ page, organization, signIn }) => {
  await createTestSpace(organization, 'Only one');
  const { requests } = await useThirdPartyServer(page.context(), { repeatsPages: true });
  await signIn(organization.admin);
  const sentence = page.getByText('The server returned the same page twice. This list may be incomplete.');
  await page.goto(organization.path('/content'));
  await expect(page.getByRole('row', { name: /^Only one,/ })).toHaveCount(1);
  await expect(sentence).toBeVisible();
  await page.getByRole('button', { name: dismissLabel }).click();
  await expect(sentence).toBeHidden();
  await navigateTo(page, organization.path('/members'));
  await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1);
  await expect(sentence).toBeVisible();
  await expect(page.getByText(/^1 member/)).toBeVisible();
  expect([...requests.values()].every((count) => count <= maxRequests)).toBe(true);
});
