import {
  createChangeRequestComment,
  listSpacePages,
  mergeChangeRequest,
  updateSite,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { editPage, fieldOf, openEditor, saveStateOf } from './edited-page.ts';

const condition = '{% if visitor.claims.plan == "pro" %}';
const hiddenText = `\n\n${condition}\n\nThe quokka is for some.\n\n{% endif %}\n\nLast words.\n`;

test('an author sees a condition marked everywhere, and a visitor who doesn’t meet it gets nothing of it', async ({
  organization,
  signIn,
  page,
  browser,
}) => {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Manual'] },
    { Manual: [insertPage('Lamps', 'Fill it.\n')] },
  );
  const { client } = organization.admin;
  const spaceId = (await spacesOfSite(organization, site)).get('Manual') ?? '';
  const { data: pages } = await listSpacePages({ client, path: { spaceId }, throwOnError: true });
  const pageId = pages.pages[0]?.id ?? '';
  const edited = await editPage(organization, spaceId, pageId);
  await signIn(organization.admin);

  // While writing: it is said above the text and in the preview.
  await openEditor(page, organization, edited);
  const notice = page.getByText('is shown only to visitors who meet it');
  await expect(notice).toBeHidden();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(hiddenText);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('region', { name: 'Preview of Lamps' });
  const pageFrame = preview.locator('iframe:not([inert])').contentFrame();
  const frame = pageFrame.getByRole('group', { name: 'Shown only to visitors who meet this condition' });
  await expect(frame).toContainText('The quokka is for some.');
  await expect(frame).not.toContainText('Last words.');
  await checkAccessibility(page);
  await fieldOf(page).press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveAttribute('data-save-state', 'saved');

  // While reviewing: a condition is marked at each of its blocks, in the differences and in the overview.
  const body = { page: pageId, body: { markdown: `What of ${condition}this{% endif %}?` } };
  await createChangeRequestComment({ client, path: edited.path, body });
  const label = 'Shown only to visitors who meet a condition:';
  const blocks = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await page.goto(organization.path(`${edited.screen}/diff/${pageId}`));
  for (const text of [condition, 'The quokka is for some.', '{% endif %}'])
    await expect(blocks(text).filter({ hasText: label }).first()).toBeVisible();
  await expect(blocks('Last words.').first()).not.toContainText(label);
  await checkAccessibility(page);
  await page.goto(organization.path(edited.screen));
  await expect(page.getByText(label)).toHaveCount(3);
  // Comments are never published: a condition in one is a text.
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
    `What of ${condition}this{% endif %}?`,
  );

  // While reading in the console.
  await mergeChangeRequest({ client, path: edited.path, throwOnError: true });
  await page.goto(organization.path(`/spaces/${spaceId}/pages/${pageId}`));
  await expect(page.getByRole('region', { name: 'Condition' })).toContainText('The quokka is for some.');
  await expect(page.getByRole('region', { name: 'Condition' })).not.toContainText('Last words.');

  const title = `Lamps ${condition}quokka{% endif %}`;
  await updateSite({ client, path: site.path, body: { title }, throwOnError: true });
  const visitor = await (await browser.newContext()).newPage();
  for (const address of [
    '',
    'lamps',
    'lamps.md',
    'llms.txt',
    'llms-full.txt',
    'sitemap.xml',
    '~/search?q=words',
  ]) {
    await visitor.goto(site.base + address);
    expect(await visitor.content(), address).not.toMatch(/quokka|visitor\.claims|endif/);
  }
  await visitor.goto(`${site.base}~/search?q=quokka`);
  await expect(visitor.getByRole('main')).toContainText('No results');
});
