import { publishSite } from '#api/generated/sdk.gen.ts';
import { inDialog, inForm, inQuestion, press } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { makeSite } from '../support/site-structures.ts';

/** Makes a site with one section, whose part is the screen. */
const withSite =
  (section: string, part: string) =>
  async (organization: Organization): Promise<string> =>
    `/sites/${(await makeSite(organization, { [section]: [`${section} v1`] })).id}${part}`;

const publishing = (button: 'Publish' | 'Unpublish') => inQuestion(press(button), button);

/** The changes of a site as a whole. */
export const siteCases = [
  {
    name: 'creating a site',
    operation: 'createSite',
    screen: () => '/sites/new',
    ...inDialog('Title', 'Beacon docs', 'Create site'),
  },
  {
    name: 'saving the settings of a site',
    operation: 'updateSite',
    screen: withSite('Ropes', '/settings'),
    ...inForm('Title', 'Rope docs'),
  },
  {
    name: 'publishing a site',
    operation: 'publishSite',
    screen: withSite('Sails', '/settings'),
    ...publishing('Publish'),
  },
  {
    name: 'unpublishing a site',
    operation: 'unpublishSite',
    async screen(organization) {
      const { id, path } = await makeSite(organization, { Masts: ['Masts v1'] });
      await publishSite({ client: organization.admin.client, path });
      return `/sites/${id}/settings`;
    },
    ...publishing('Unpublish'),
  },
  {
    name: 'deleting a site',
    operation: 'deleteSite',
    screen: withSite('Hulls', '/settings'),
    ...inQuestion(press('Delete site…'), 'Delete site', 'Docs'),
  },
] satisfies readonly FaultCase[];
