import { createSiteRedirect } from '#api/generated/sdk.gen.ts';
import { adminRequest, chooseFromMenu, inConfirmation, inDialog } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite } from '../support/site-structures.ts';

/** Creates a site with a redirect; returns the path of its redirects. */
async function withRedirect(organization: Organization, source: string): Promise<string> {
  const { path, id } = await createTestSite(organization, { Oars: ['Oars v1'] });
  const { client } = adminRequest(organization);
  await createSiteRedirect({ client, path, body: { source, target: '/new' }, throwOnError: true });
  return `/sites/${id}/redirects`;
}

/** The fault cases of redirects. */
export const redirectCases = [
  {
    name: 'creating a redirect',
    operation: 'createSiteRedirect',
    async screen(organization) {
      return `/sites/${(await createTestSite(organization, { Keels: ['Keels v1'] })).id}/redirects?dialog=new`;
    },
    ...inDialog('From', '/old', 'Create redirect'),
    async open(page) {
      await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('/new');
      await page.getByRole('dialog').getByLabel('From', { exact: true }).fill('/old');
    },
  },
  {
    name: 'editing a redirect',
    operation: 'updateSiteRedirect',
    screen: (organization) => withRedirect(organization, '/edited'),
    ...inDialog('To', '/newer', 'Save changes'),
    async open(page) {
      await chooseFromMenu('Actions for /edited', 'Edit…')(page);
      await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('/newer');
    },
  },
  {
    name: 'deleting a redirect',
    operation: 'deleteSiteRedirect',
    screen: (organization) => withRedirect(organization, '/deleted'),
    ...inConfirmation(chooseFromMenu('Actions for /deleted', 'Delete…'), 'Delete redirect'),
  },
] satisfies readonly FaultCase[];
