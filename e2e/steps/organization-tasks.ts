/** Tasks of an administrator of an organization. */
import type { Page } from '@playwright/test';
import { createCustomField, listCustomFieldValues } from '#api/generated/sdk.gen.ts';
import { expect, expectRow } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { emailAddressesName, mainName } from '../support/names.ts';
import type { Organization, Person } from '../support/organizations.ts';
import { providerMetadata } from '../support/provider-metadata.ts';
import type { Task } from './count-steps.ts';

interface Administered {
  organization: Organization;
  writer: Person;
}

/** An organization with a writer, forty spaces and a custom field. */
export async function createAdministered(organization: Organization): Promise<Administered> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const writer = await organization.addPerson('edit', 'Wanda Writer');
  await Promise.all(
    Array.from({ length: 40 }, (_, number) => createTestSpace(organization, `Manual ${number + 10}`)),
  );
  await createCustomField({ client, path, body: { name: 'owner', type: 'text', title: 'Owner' } });
  return { organization, writer };
}

const openAt =
  (screen: string) =>
  (page: Page, { organization }: Administered) =>
    page.goto(organization.path(screen)).then(() => page.getByRole('heading', { level: 1 }).waitFor());

const copy = (page: Page, text: string) =>
  page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

const navigation = (page: Page) => page.getByRole('navigation', { name: mainName });

export const organizationTasks: Task<Administered>[] = [
  {
    name: 'invite fifty people',
    before: { clicks: 3, keys: 1 },
    async start(page, world) {
      await openAt('/members')(page, world);
      await copy(page, Array.from({ length: 50 }, (_, at) => `person.${at}@press.example`).join(', '));
    },
    async run(page) {
      await page.getByRole('link', { name: 'Invite people' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite people' });
      await expect(dialog.getByLabel(emailAddressesName)).toBeFocused();
      await page.keyboard.press('Control+v');
      await dialog.getByRole('button', { name: 'Invite people', exact: true }).click();
      await expect(page.getByText('Added 50 members')).toBeVisible();
    },
  },
  {
    name: 'see why somebody may edit a space',
    before: { clicks: 4 },
    start: openAt('/members?q=wanda'),
    async run(page) {
      await page.getByRole('link', { name: 'Wanda Writer' }).first().click();
      await page.getByRole('tab', { name: /^Spaces/ }).click();
      await page.getByRole('button', { name: 'Actions for Manual 10' }).click();
      await page.getByRole('menuitem', { name: /^Explain access/ }).click();
      await expectRow(page.getByRole('table', { name: 'People with access' }), { Person: 'Wanda Writer' });
    },
  },
  {
    name: 'remove a member',
    before: { clicks: 3 },
    start: openAt('/members?q=wanda'),
    async run(page) {
      await page.getByRole('button', { name: 'Actions for Wanda Writer' }).click();
      await page.getByRole('menuitem', { name: 'Remove from organization' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove Wanda Writer' });
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Removed Wanda Writer')).toBeVisible();
    },
  },
  {
    name: 'connect single sign-on by SAML',
    before: { clicks: 2, keys: 1, characters: 7 },
    async start(page, world) {
      await openAt('/sso')(page, world);
      await copy(page, providerMetadata);
    },
    async run(page) {
      await page.getByRole('link', { name: 'New identity provider' }).first().click();
      await page.getByRole('dialog').getByRole('link', { name: 'SAML' }).click();
      const dialog = page.getByRole('dialog', { name: 'New SAML provider' });
      await expect(dialog.getByLabel('Label', { exact: true })).toBeFocused();
      await page.keyboard.type('Example');
      await dialog.getByText('Import metadata XML').click();
      await dialog.getByRole('textbox', { name: 'Metadata (optional)' }).click();
      await page.keyboard.press('Control+v');
      await dialog.getByRole('button', { name: 'Add provider' }).click();
      await expect(page.getByRole('heading', { name: 'Example', level: 1 })).toBeVisible();
    },
  },
  {
    name: 'record an access review',
    before: null,
    start: openAt(''),
    async run(page) {
      await navigation(page).getByRole('link', { name: 'Access review' }).click();
      await page.getByRole('button', { name: 'Record review' }).click();
      await expect(page.getByRole('list', { name: 'Past reviews' }).getByRole('listitem')).toHaveCount(1);
    },
  },
  {
    name: 'read who changed what',
    before: null,
    start: openAt(''),
    async run(page) {
      await navigation(page).getByRole('link', { name: 'Settings' }).click();
      await page
        .getByRole('navigation', { name: 'Settings' })
        .getByRole('link', { name: 'Audit log' })
        .click();
      await expectRow(page.getByRole('table', { name: 'Audit log' }), { Event: /Wanda Writer/ });
    },
  },
  {
    name: 'find stale content',
    before: null,
    start: openAt(''),
    async run(page) {
      await navigation(page).getByRole('link', { name: 'Content' }).click();
      const table = page.getByRole('treegrid', { name: 'Collections and spaces' });
      await expectRow(table, { Title: /Manual 10/, Updated: 'just now' });
    },
  },
  {
    name: 'fill a custom field of forty spaces',
    before: { clicks: 1, keys: 43 },
    start: openAt('/custom-fields/matrix'),
    async run(page, { organization }) {
      const cells = page.getByRole('grid', { name: 'Custom field values' }).getByRole('gridcell');
      await cells.nth(0).click();
      await page.keyboard.type('A');
      await page.keyboard.press('Enter');
      await expect(cells.nth(1)).toBeFocused();
      await expect(cells.nth(0)).toHaveText('A');
      await page.keyboard.press('ArrowUp');
      await expect(cells.nth(0)).toBeFocused();
      await page.keyboard.press('Control+Shift+ArrowDown');
      await page.keyboard.press('Control+d');
      await expect
        .poll(async () => {
          const path = { organizationId: organization.id };
          const { data } = await listCustomFieldValues({
            client: organization.admin.client,
            path,
            query: { limit: 100 },
            throwOnError: true,
          });
          return data.items.filter(({ values }) => values.owner !== undefined).length;
        })
        .toBeGreaterThanOrEqual(40);
    },
  },
];
