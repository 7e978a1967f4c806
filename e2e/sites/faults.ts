import { expect, type Page } from '@playwright/test';
import { publishSite, setSiteHostname } from '#api/generated/sdk.gen.ts';
import { inDialog, inForm, inConfirmation, press } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite } from '../support/site-structures.ts';

/** Creates a site with one section; returns the path of its screen. */
const withSiteScreen =
  (section: string, part: string) =>
  async (organization: Organization): Promise<string> =>
    `/sites/${(await createTestSite(organization, { [section]: [`${section} v1`] })).id}${part}`;

const publishing = (button: 'Publish' | 'Unpublish') => inConfirmation(press(button), button);

const hostnameDialog = inDialog('Hostname', 'docs.faults.example', 'Set hostname');

const addressField = (page: Page) => page.getByRole('dialog').getByLabel('Address (optional)');

/** The fault cases of a site's settings. */
export const siteCases = [
  {
    name: 'creating a site',
    operation: 'createSite',
    screen: () => '/sites/new',
    ...inDialog('Title', 'Beacon docs', 'Create site'),
  },
  {
    name: 'setting the address of a new site',
    operation: 'updateSite',
    needsExtension: true,
    screen: () => '/sites/new',
    ...inDialog('Title', 'Fender docs', 'Create site'),
    async open(page) {
      await inDialog('Title', 'Fender docs', 'Create site').open(page);
      await addressField(page).fill('fenders');
    },
    async expectPreserved(page) {
      await inDialog('Title', 'Fender docs', 'Create site').expectPreserved(page);
      await expect(addressField(page)).toHaveValue('fenders');
    },
    expectDone: (page) => expect(page).toHaveURL(/\/structure$/),
  },
  {
    name: 'saving the settings of a site',
    operation: 'updateSite',
    screen: withSiteScreen('Ropes', '/settings'),
    ...inForm('Title', 'Rope docs'),
  },
  {
    name: 'announcing something on a site',
    operation: 'updateSiteCustomization',
    screen: withSiteScreen('Bilges', '/settings'),
    ...inForm('Text (optional)', 'Closed on Sunday.'),
  },
  {
    name: 'publishing a site',
    operation: 'publishSite',
    screen: withSiteScreen('Sails', '/settings'),
    ...publishing('Publish'),
  },
  {
    name: 'unpublishing a site',
    operation: 'unpublishSite',
    async screen(organization) {
      const { id, path } = await createTestSite(organization, { Masts: ['Masts v1'] });
      await publishSite({ client: organization.admin.client, path });
      return `/sites/${id}/settings`;
    },
    ...publishing('Unpublish'),
  },
  {
    name: 'deleting a site',
    operation: 'deleteSite',
    screen: withSiteScreen('Hulls', '/settings'),
    ...inConfirmation(press('Delete site…'), 'Delete site', 'Docs'),
  },
  {
    name: 'setting the hostname of a site',
    operation: 'setSiteHostname',
    screen: withSiteScreen('Booms', '/settings'),
    ...hostnameDialog,
    async open(page) {
      await press('Set hostname…')(page);
      await hostnameDialog.open(page);
    },
  },
  {
    name: 'checking the hostname of a site',
    operation: 'checkSiteHostname',
    async screen(organization) {
      const { id, path } = await createTestSite(organization, { Keels: ['Keels v1'] });
      const { client } = organization.admin;
      await setSiteHostname({ client, path, body: { hostname: 'keels.faults.example' }, throwOnError: true });
      return `/sites/${id}/settings`;
    },
    submit: press('Check now'),
    expectPreserved: (page) => expect(page.getByText('keels.faults.example').first()).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Last check')).toBeVisible(),
  },
] satisfies readonly FaultCase[];
