import type { Page } from '@playwright/test';
import { createSpace, createSpaceComment } from '../src/api/generated/sdk.gen.ts';
import { expect, type Organization, test } from './fixtures.ts';
import { makeChangeRequest, makeSpace } from './support/change-requests.ts';
import { makeSite, rowOf } from './support/site-structures.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Expects a bar, every control of which lies inside the window, where it can be pressed. */
async function expectBarFits(page: Page): Promise<void> {
  const bar = page.getByRole('toolbar', { name: /selected$/ });
  await expect(bar).toBeVisible();
  const controls = await bar.getByRole('button').all();
  expect(controls.length).toBeGreaterThan(1);
  for (const control of controls) {
    const name = await control.evaluate((button) => button.ariaLabel ?? button.textContent);
    const box = await control.boundingBox();
    expect(box, name ?? '').not.toBeNull();
    expect(box?.x, name ?? '').toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), name ?? '').toBeLessThanOrEqual(390);
    // Nothing lies over it: Playwright refuses to aim at what is covered or clipped.
    await control.hover({ trial: true });
  }
}

const makeSpaces = async (organization: Organization, titles: readonly string[]) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  for (const title of titles) await createSpace({ client, path, body: { title }, throwOnError: true });
};

test('on a phone every action on selected members can be pressed', async ({ page, organization, signIn }) => {
  for (const name of ['Ina One', 'Ina Two', 'Ina Three']) await organization.addPerson('read', name);
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  for (const name of ['Ina One', 'Ina Two'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await expectBarFits(page);
});

test('on a phone every action on the members under review can be pressed', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('admin', 'Second Admin');
  await signIn(organization.admin);
  await page.goto(organization.path('/access-review'));
  await page.getByRole('checkbox', { name: 'Select Second Admin' }).click();
  await expectBarFits(page);
});

test('on a phone every action on selected change requests and comments can be pressed', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const spaceId = await makeSpace(organization, 'Guides');
  for (const subject of ['Alpha', 'Beta']) await makeChangeRequest(editor, spaceId, { subject });
  const body = { body: { markdown: 'On the space' } };
  await createSpaceComment({ client: editor.client, path: { spaceId }, body, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/waiting'));
  for (const name of ['Alpha', 'Beta']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await expectBarFits(page);
  await page.goto(organization.path('/inbox/comments'));
  await page.getByRole('article').getByRole('checkbox').first().check();
  await expectBarFits(page);
});

test('on a phone every action on selected items of the content and of a site can be pressed', async ({
  page,
  organization,
  signIn,
}) => {
  await makeSpaces(organization, ['Alpha', 'Beta']);
  const site = await makeSite(organization, { Start: ['Start here'], Help: ['Help v1'], API: ['API v1'] });
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  await rowOf(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] });
  await rowOf(page, 'Beta').click({ modifiers: ['ControlOrMeta'] });
  await expectBarFits(page);
  await page.goto(site.editor);
  await rowOf(page, 'Start').click({ modifiers: ['ControlOrMeta'] });
  await rowOf(page, 'Help').click({ modifiers: ['ControlOrMeta'] });
  await expectBarFits(page);
});
