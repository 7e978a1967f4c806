/** The look of a site: chosen on its screen, seen in the preview, then on the published site. */
import type { Locator, Page } from '@playwright/test';
import { updateSiteCustomization } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { expectUnchanged } from '../support/forms.ts';
import { createPublishedSite, recordRequests } from '../support/published-sites.ts';
import { createTestSite } from '../support/site-structures.ts';
import { insertPage } from '../support/space-pages.ts';

const frameOf = (page: Page) => page.frameLocator('iframe[title="Site preview"]');
const formOf = (page: Page) => page.getByRole('form', { name: 'Appearance' });
const colorOf = (form: Locator, name: string, mode: RegExp) =>
  form.getByRole('group', { name }).getByLabel(mode);

const drawing = (color: string, width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32"><rect width="${width}" height="32" fill="${color}"/></svg>`;

/** Selects a file with a button, as a person does. */
async function upload(page: Page, button: string, file: { name: string; mimeType: string; text: string }) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  const { name, mimeType, text } = file;
  await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(text) });
}

const svgFile = (color: string, width: number) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  text: drawing(color, width),
});

function createSite(organization: Organization) {
  return createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    { 'Guide pages': [insertPage('Welcome', 'Start [there](https://example.com).\n')] },
  );
}

test('an administrator sees every choice in the preview, and visitors once it is saved', async ({
  browser,
  organization,
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const { id, base } = await createSite(organization);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/structure`));
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Appearance' }).click();
  const [form, frame] = [formOf(page), frameOf(page)];
  await expect(frame.getByText('Docs').first()).toBeAttached();
  await expectUnchanged(form);

  await form.getByLabel('Title', { exact: false }).first().fill('Tide handbook');
  await expect(frame.getByRole('link', { name: 'Tide handbook' })).toBeAttached();

  await upload(page, 'Upload logo…', svgFile('#336', 120));
  await upload(page, 'Upload logo for dark mode…', svgFile('#99c', 121));
  await upload(page, 'Upload icon…', svgFile('#336', 32));
  await expect(form.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
  await expect(frame.getByRole('img', { name: 'Tide handbook' }).first()).toBeAttached();

  const primary = colorOf(form, 'Primary color', /^Light mode/);
  await primary.fill('#99ccff');
  await expect(
    form.getByText(
      /In light mode it would be hard to read, contrast 1\.7\. Visitors see #[0-9a-f]{6}, contrast/,
    ),
  ).toBeVisible();
  await expect(form.getByText(/In dark mode it is easy to read, contrast 11\./)).toBeVisible();
  await form.getByLabel('Theme').selectOption('Header in the primary color');
  await expect(frame.locator('header')).toHaveCSS('background-color', 'rgb(153, 204, 255)');
  await primary.fill('#99ccf');
  await expect(frame.locator('header'), 'what is invalid is not previewed').toHaveCSS(
    'background-color',
    'rgb(153, 204, 255)',
  );
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('Enter a color such as #3451b2.')).toBeVisible();
  await primary.fill('#224466');
  const language = form.getByLabel('Language', { exact: true });
  const groupOf = (name: string) =>
    language.locator('optgroup').filter({ has: page.locator(`option:text-is("${name}")`) });
  await expect(groupOf('German')).toHaveAttribute('label', 'Site and content');
  await expect(groupOf('Dutch')).toHaveAttribute('label', 'Content only');

  await form.getByRole('button', { name: 'Add header link' }).click();
  await form.getByLabel('Title of header link 1').fill('Status');
  await form.getByLabel('URL of header link 1').fill('https://status.example');
  await form.getByRole('button', { name: 'Add footer link' }).click();
  await form.getByLabel('Title of footer link 1').fill('Contact');
  await form.getByLabel('URL of footer link 1').fill('javascript:alert(1)');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText(/Enter a path such as \/guides/)).toBeVisible();
  await form.getByLabel('URL of footer link 1').fill('/welcome');
  await expect(frame.getByRole('contentinfo').getByRole('link', { name: 'Contact' })).toBeAttached();
  await checkAccessibility(page);

  await form.getByRole('button', { name: 'Save changes' }).click();
  await expectUnchanged(form);

  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, colorScheme: 'light' });
    const visitor = await context.newPage();
    const urls = recordRequests(visitor);
    await visitor.goto(new URL(base, page.url()).href, { waitUntil: 'networkidle' });
    await expect(visitor).toHaveTitle('Welcome · Tide handbook');
    const logo = visitor.getByRole('link', { name: 'Tide handbook' }).getByRole('img');
    await expect(logo).toHaveCount(1);
    await expect(logo).toHaveJSProperty('naturalWidth', 120);
    await expect(visitor.locator('header')).toHaveCSS('background-color', 'rgb(34, 68, 102)');
    await expect(visitor.getByRole('link', { name: 'Status' }).first()).toHaveAttribute(
      'href',
      'https://status.example',
    );
    await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute('href', /~\/pictures\//);
    expect(
      urls.filter((url) => url.includes('~/pictures/')).length,
      'one logo and the icon',
    ).toBeLessThanOrEqual(2);
    await visitor.emulateMedia({ colorScheme: 'dark' });
    await expect(logo).toHaveJSProperty('naturalWidth', 121);
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
    await context.close();
  }

  await page.keyboard.press('Control+z');
  await expect(form.getByLabel('Title of header link 1')).toHaveCount(0);
  await expect(form.getByLabel('Title', { exact: false }).first()).toHaveValue('');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('links are moved and removed by keyboard @repeats', async ({ organization, page, signIn }) => {
  const { id, path } = await createTestSite(organization, { Guide: ['Guide'] });
  const titles = ['One', 'Two', 'Three'];
  await updateSiteCustomization({
    client: organization.admin.client,
    path,
    body: { footerLinks: titles.map((title) => ({ title, url: '/' })) },
    throwOnError: true,
  });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/appearance`));
  const form = formOf(page);
  const footerTitles = () =>
    form
      .getByLabel(/^Title of footer link/)
      .evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')));
  await expect.poll(footerTitles).toEqual(titles);
  await form.getByRole('button', { name: 'Move footer link 1 down' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(footerTitles).toEqual(['Two', 'One', 'Three']);
  const button = form.getByRole('button', { name: 'Move footer link 2 down' });
  await expect(button, 'the focus follows the link').toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(footerTitles).toEqual(['Two', 'Three', 'One']);
  await form.getByRole('button', { name: 'Remove footer link 1' }).press('Enter');
  await expect.poll(footerTitles).toEqual(['Three', 'One']);
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(footerTitles).toEqual(titles);
});

test('a file that is no picture, and an upload that fails, are explained @details', async ({
  organization,
  page,
  problems,
  signIn,
}) => {
  problems.expect(/status of 400/, /ERR_FAILED/);
  const { id } = await createTestSite(organization, { Guide: ['Guide'] });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/appearance`));
  const form = formOf(page);
  await upload(page, 'Upload logo…', { name: 'a.txt', mimeType: 'text/plain', text: 'x' });
  await expect(form.getByText('Select a PNG, JPEG, GIF, WebP or SVG.')).toBeVisible();
  await upload(page, 'Upload logo…', { name: 'a.png', mimeType: 'image/png', text: 'x'.repeat(300_000) });
  await expect(form.getByText(/at most 256 KB/)).toBeVisible();
  await upload(page, 'Upload logo…', {
    name: 'a.png',
    mimeType: 'image/png',
    text: '<script>alert(1)</script>',
  });
  await expect(form.getByText('Must be a PNG, JPEG, GIF, WebP or SVG.')).toBeVisible();
  await page.route('**/pictures', (route) => route.abort(), { times: 1 });
  await upload(page, 'Upload logo…', svgFile('#336', 40));
  await expect(form.getByText(/Can’t reach the server|Couldn’t reach|connection/i)).toBeVisible();
  await upload(page, 'Upload logo…', svgFile('#336', 40));
  await expect(form.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
});

test('a draft that cannot be made is said beside the preview, and the form keeps what is typed @details', async ({
  organization,
  page,
  problems,
  signIn,
}) => {
  problems.expect(/ERR_FAILED/);
  const { id } = await createTestSite(organization, { Guide: ['Guide'] });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/appearance`));
  await page.route('**/customization/drafts', (route) => route.abort());
  const title = formOf(page).getByLabel('Title', { exact: false }).first();
  await title.fill('Handbook');
  await expect(page.getByText('The preview shows what is saved')).toBeVisible();
  await expect(title).toHaveValue('Handbook');
  await page.unroute('**/customization/drafts');
  await title.fill('Handbooks');
  await expect(frameOf(page).getByRole('link', { name: 'Handbooks' })).toBeAttached();
  await expect(page.getByText('The preview shows what is saved')).toHaveCount(0);
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('two people change the look of a site @repeats', async ({ organization, page, signIn }) => {
  const { id, path } = await createTestSite(organization, { Guide: ['Guide'] });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/appearance`));
  const form = formOf(page);
  await form.getByLabel('Corners').selectOption('Straight');
  await updateSiteCustomization({
    client: organization.admin.client,
    path,
    body: { title: 'Theirs' },
    throwOnError: true,
  });
  await form.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' });
  await expect(dialog).toContainText('Title is now Theirs');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expectUnchanged(form);
  await expect(form.getByLabel('Title', { exact: false }).first()).toHaveValue('Theirs');
  await expect(form.getByLabel('Corners')).toHaveValue('straight');
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('on a phone the preview is behind a switch, and keeps what is typed @repeats', async ({
  organization,
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await createSite(organization);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/appearance`));
  const title = formOf(page).getByLabel('Title', { exact: false }).first();
  await title.fill('Pocket handbook');
  await page.getByRole('radio', { name: 'Preview' }).check({ force: true });
  await expect(title).toBeHidden();
  await expect(frameOf(page).getByRole('link', { name: 'Pocket handbook' })).toBeAttached();
  await checkAccessibility(page);
  await page.getByRole('radio', { name: 'Appearance' }).check({ force: true });
  await expect(title).toHaveValue('Pocket handbook');
});

test('a reader sees the look and no active control @details', async ({ organization, page, signIn }) => {
  const { id, path } = await createTestSite(organization, { Guide: ['Guide'] });
  await updateSiteCustomization({
    client: organization.admin.client,
    path,
    body: { headerLinks: [{ title: 'Status', url: 'https://status.example' }] },
    throwOnError: true,
  });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/sites/${id}/appearance`));
  const form = formOf(page);
  await expect(form.getByLabel('Title of header link 1')).toHaveValue('Status');
  await expect(form.getByLabel('Title of header link 1')).not.toBeEditable();
  await expect(form.getByRole('button')).toHaveCount(0);
  await expect(frameOf(page).getByRole('banner')).toBeAttached();
});
