import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiSpec, getApiSpec, putApiSpec } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import { merge } from '../support/change-requests.ts';
import { exportedRows } from '../support/downloads.ts';
import { expectPageFits } from '../support/layout.ts';
import { documentName, slugName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, insertPage } from '../support/space-pages.ts';

/** A small OpenAPI document. */
function specification(parameters: readonly object[] = [], more: object = {}): string {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string' }, kind: { type: 'string', enum: ['lamp', 'bell'] } },
  };
  const responses = { 200: { description: 'Fine', content: { 'application/json': { schema } } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Lights', version: '1' },
    paths: {
      '/lights': { get: { tags: ['lights'], summary: 'List lights', parameters, responses } },
      ...more,
    },
  });
}

const extra = {
  '/bells': { post: { tags: ['bells'], summary: 'Ring', responses: { 204: { description: 'Rung' } } } },
};

/** Creates a specification and waits until it is processed. */
async function createTestSpec(
  organization: Organization,
  slug: string,
  texts: readonly string[],
): Promise<void> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id, specSlug: slug };
  for (const [index, text] of texts.entries()) {
    const source = { text };
    if (index === 0) await createApiSpec({ client, path, body: { slug, source } });
    else await putApiSpec({ client, path, body: { source } });
    await expect
      .poll(async () => (await getApiSpec({ client, path, throwOnError: true })).data.processingState, {
        timeout: 60_000,
      })
      .toBe('complete');
  }
}

test('an administrator pastes a specification and sees its operations after processing', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 400/);
  await signIn(await organization.addPerson('create'));
  await page.goto(organization.path('/api-specs'));
  await expect(page.getByRole('heading', { name: 'No API specifications yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New specification' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API specification' });
  await dialog.getByLabel(slugName).fill('Lights!');
  await dialog.getByRole('button', { name: 'Create specification' }).click();
  await expect(
    dialog.getByText('Use lowercase letters and digits, separated by single hyphens.'),
  ).toBeVisible();
  await expect(dialog.getByText('Enter a full URL')).toBeVisible();
  await dialog.getByLabel(slugName).fill('lights');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1/openapi.json');
  await dialog.getByRole('button', { name: 'Create specification' }).click();
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByText('Paste or upload').click();
  await dialog.getByRole('textbox', { name: documentName }).fill(specification());
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create specification' }).click();

  await expect(page.getByRole('heading', { name: 'lights', level: 1 })).toBeVisible();
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('tabpanel').getByText('/lights', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check for updates' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('tab', { name: documentName }).click();
  await expect(page.getByRole('region', { name: documentName })).toContainText('"title": "Lights"');
  await checkAccessibility(page);
  await navigateTo(page, organization.path('/api-specs'));
  await expectRow(page.getByRole('table', { name: 'API specifications' }), {
    Specification: 'lights',
    Status: 'Up to date',
    Source: 'Uploaded',
  });
  const [, ...lines] = await exportedRows(page);
  expect(lines.map((line) => line.slice(0, 3))).toEqual([['lights', 'Up to date', '']]);
});

test('an administrator uploads a folder of files, which refer to each other, and sees warnings at their lines @details', async ({
  page,
  organization,
  signIn,
}, testInfo) => {
  const folder = testInfo.outputPath('lights-api');
  mkdirSync(join(folder, 'parts'), { recursive: true });
  const reference = "{ $ref: './parts/light.yaml' }";
  const main = [
    'openapi: 3.1.0',
    "info: { title: Lights, version: '1' }",
    'paths:',
    '  /lights:',
    '    get:',
    '      summary: List lights',
    '      parameters:',
    '        - { name: colour, in: query }',
    `      responses: { '200': { description: Fine, content: { application/json: { schema: ${reference} } } } }`,
  ];
  writeFileSync(join(folder, 'openapi.yaml'), main.join('\n'));
  writeFileSync(join(folder, 'parts/light.yaml'), 'type: object\nproperties: { kind: { type: string } }\n');
  writeFileSync(join(folder, 'readme.md'), 'Lights');
  await signIn(await organization.addPerson('create'));
  await page.goto(organization.path('/api-specs'));
  await page.getByRole('link', { name: 'New specification' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API specification' });
  await dialog.getByLabel(slugName).fill('lights');
  await dialog.getByText('Several files').click();
  await dialog.getByRole('button', { name: 'Create specification' }).click();
  await expect(dialog.getByText('Choose the files or their folder.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose folder…' }).press('Enter');
  await (await chooser).setFiles(folder);
  await expect(dialog.getByRole('status')).toHaveText(
    /^2 files chosen\. Left out 1 other file: .*readme\.md.\.$/,
  );
  await expect(dialog.getByRole('combobox', { name: 'Main file' })).toHaveValue('openapi.yaml');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create specification' }).click();
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: 60_000 });
  await page.getByText('1 warning').click();
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText('openapi.yaml:8');
  await page.getByRole('tab', { name: documentName }).click();
  await expect(page.getByRole('region', { name: documentName })).toContainText('"summary": "List lights"');
});

test('an author adds an API reference, visitors read it, and an operation that is removed is a broken link', async ({
  page,
  organization,
  signIn,
}) => {
  await createTestSpec(organization, 'lights', [specification([], extra)]);
  const block = '{% openapi-operation spec="lights" path="/bells" method="post" %}';
  const site = await createPublishedSite(
    organization,
    { Guide: ['Manual'] },
    { Manual: [insertPage('Lamps', `Ring it.\n\n${block}\n`)] },
  );
  const spaceId = (await spacesOfSite(organization, site)).get('Manual') ?? '';
  const created = await createOpenChangeRequest(organization, spaceId, 'Reference', []);
  await signIn(organization.admin);
  await page.goto(organization.path(`${created.screen}/content`));
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Add API reference…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add API reference' });
  await dialog.getByRole('combobox', { name: 'Specification' }).selectOption('lights');
  await expect(dialog.getByRole('checkbox', { name: /download/ })).toBeChecked();
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Add API reference' }).press('Enter');
  await expect(treeRow(page, 'API reference')).toBeVisible();
  await merge(organization.admin, created);

  await page.goto(`${site.base}api-reference`);
  await expect(page.getByRole('main')).toContainText('List lights');
  await expect(page.getByRole('main').locator('a[href*="~/specifications/"]')).toBeVisible();
  await page.goto(`${site.base}api-reference/bells`);
  await expect(page.getByRole('main')).toContainText('Ring');

  // The next version has no bells: their page leads on, and the block stands among the broken links.
  const { client } = organization.admin;
  const path = { organizationId: organization.id, specSlug: 'lights' };
  await putApiSpec({ client, path, body: { source: { text: specification() } }, throwOnError: true });
  await expect
    .poll(async () => {
      await page.goto(`${site.base}api-reference/bells`);
      return new URL(page.url()).pathname;
    })
    .toMatch(/\/api-reference$/);
  await page.goto(organization.path(`/spaces/${spaceId}/links`));
  const row = page.getByRole('table', { name: 'Links' }).getByRole('row').filter({ hasText: 'Lamps' });
  await expect
    .poll(async () => {
      await page.reload();
      await row.first().waitFor();
      return (await row.allInnerTexts()).join(' ');
    })
    .toMatch(/bells[^]*Broken/);
  await page.goto(organization.path());
  await expect(page.getByRole('main')).toContainText('1 broken link');
});

test('an administrator sees why a document can’t be parsed and what to do @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createTestSpec(organization, 'new', ['{"title": "Not a specification"}']);
  await signIn(organization.admin);
  await page.goto(organization.path('/api-specs'));
  await page.getByRole('link', { name: 'new', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'new', level: 1 })).toBeVisible();
  await expect(page.getByText('The document can’t be read as OpenAPI.')).toBeVisible();
  await expect(page.getByText('This is not an OpenAPI document')).toBeVisible();
  await expect(page.getByText('openapi.json:1:1')).toBeVisible();
  await expect(page.getByText('(PARSE_ERROR)')).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('link', { name: 'Change source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change source of “new”' });
  await dialog.getByRole('textbox', { name: documentName }).fill(specification());
  await dialog.getByRole('button', { name: 'Change source' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete API specification “new”?' });
  await expect(confirmation.getByText(/^Not used on any page\./)).toBeVisible();
  await expect(confirmation.getByText('Also deletes 1 version.')).toBeVisible();
  await confirmation.getByRole('textbox').fill('new');
  await confirmation.getByRole('button', { name: 'Delete specification' }).click();
  await expect(page.getByRole('heading', { name: 'No API specifications yet' })).toBeVisible();
});

test('an administrator compares two versions and sees breaking changes with their rule @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 404/);
  const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } };
  await createTestSpec(organization, 'lights', [specification([], extra), specification([limit])]);
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/api-specs/lights'));
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByText('2 operations with breaking changes')).toBeVisible();
  const removed = page.getByRole('region', { name: /Removed/ });
  await expect(removed).toContainText('/bells');
  await expect(removed).toContainText('operation-removed');
  await expect(page.getByRole('region', { name: /Changed/ })).toContainText('required-parameter-added');
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page.getByRole('region', { name: 'Changed lines' })).toContainText('"name": "limit"');
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Swap versions' }).click();
  await page.getByRole('tab', { name: 'Operations' }).click();
  await expect(page.getByRole('region', { name: /Added/ })).toContainText('/bells');
  await page.getByRole('checkbox', { name: 'Only breaking changes' }).check();
  await expect(page.getByRole('region', { name: /Added/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Only breaking changes' })).toBeChecked();
  // A version that isn't listed is fetched by its id.
  await navigateTo(page, organization.path('/api-specs/lights/compare?from=doesnotexist0000000'));
  await expect(page.getByRole('alert')).toContainText('There is no such version');
});

test('a reader sees specifications on a phone and cannot change them @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createTestSpec(organization, 'lights', [specification()]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/api-specs'));
  await expect(page.getByRole('button', { name: 'New specification' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('link', { name: 'lights' }).click();
  await expect(page.getByRole('tabpanel').getByText('/lights', { exact: true })).toBeVisible();
  for (const name of ['Change source', 'Check for updates'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expectPageFits(page);
});
