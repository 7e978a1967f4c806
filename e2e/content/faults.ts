import { expect, type Page } from '@playwright/test';
import { acceptInvite, createLinkInvite, deleteSpace } from '#api/generated/sdk.gen.ts';
import { makeContent } from '../support/content-trees.ts';
import { at, choose, inDialog, inForm, inQuestion, once, press, shows } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createOrganization, type Organization } from '../support/organizations.ts';
import { rowOf } from '../support/site-structures.ts';

const makeSpace = async (organization: Organization, title: string): Promise<string> =>
  (await makeContent(organization, { [title]: null })).idOf(title);

const makeCollection = async (organization: Organization, title: string): Promise<string> =>
  (await makeContent(organization, { [title]: {} })).idOf(title);

const moreActions = (entry: string) => choose('More actions', entry);

/** What can be done with the page of a space or collection. */
export const contentCases = [
  {
    name: 'creating a collection',
    operation: 'createCollection',
    screen: () => '/content/new-collection',
    ...inDialog('Title', 'Manuals', 'Create collection'),
  },
  {
    name: 'creating a space',
    operation: 'createSpace',
    screen: () => '/content/new-space',
    ...inDialog('Title', 'Handbook', 'Create space'),
  },
  {
    name: 'changing the details of a space',
    operation: 'updateSpace',
    screen: async (organization) => `/spaces/${await makeSpace(organization, 'Almanac')}`,
    ...inForm('Title', 'Nautical almanac'),
  },
  {
    name: 'changing the details of a collection',
    operation: 'updateCollection',
    screen: async (organization) => `/collections/${await makeCollection(organization, 'Charts')}`,
    ...inForm('Title', 'Sea charts'),
  },
  {
    name: 'duplicating a space',
    operation: 'duplicateSpace',
    screen: async (organization) => `/spaces/${await makeSpace(organization, 'Pilot')}`,
    submit: moreActions('Duplicate'),
    kept: (page) => expect(page.getByRole('heading', { level: 1, name: 'Pilot', exact: true })).toBeVisible(),
    over: (page) => page.getByRole('heading', { level: 1, name: 'Pilot (copy)', exact: true }).waitFor(),
  },
  {
    name: 'deleting a space',
    operation: 'deleteSpace',
    screen: async (organization) => `/spaces/${await makeSpace(organization, 'Tides')}`,
    ...inQuestion(moreActions('Delete…'), 'Delete space'),
  },
  {
    name: 'deleting a collection',
    operation: 'deleteCollection',
    screen: async (organization) => `/collections/${await makeCollection(organization, 'Wrecks')}`,
    ...inQuestion(moreActions('Delete…'), 'Delete collection', 'Wrecks'),
  },
  {
    name: 'restoring a space',
    operation: 'restoreSpace',
    async screen(organization) {
      const spaceId = await makeSpace(organization, 'Moorings');
      await deleteSpace({ client: organization.admin.client, path: { spaceId } });
      return '/trash';
    },
    submit: press('Restore Moorings'),
    kept: shows('Restore Moorings'),
    over: (page) => expect(page.getByRole('button', { name: 'Restore Moorings' })).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

/** An organization that the administrator belongs to as well. */
const elsewhere = once(async ({ admin }) => {
  const receiver = await createOrganization('Elsewhere');
  const { data } = await createLinkInvite({ ...at(receiver), body: { role: 'admin' } });
  const inviteId = new URL(data.urls?.app ?? '').pathname.split('/').at(-1) ?? '';
  await acceptInvite({ client: admin.client, path: { organizationId: receiver.id, inviteId } });
  return receiver;
});

const transferring = {
  open: (page: Page) => page.getByRole('dialog').getByLabel('Organization').selectOption('Elsewhere'),
  submit: press('Transfer'),
  kept: (page: Page) =>
    expect(page.getByRole('dialog').getByLabel('Organization').locator('option:checked')).toHaveText(
      'Elsewhere',
    ),
  over: (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0),
};

/** Three spaces and three collections, which the tree is opened at. */
const tree = once((organization) =>
  makeContent(organization, { Aft: null, Bow: null, Cabin: null, Dock: {}, Eddy: {}, Fog: {} }),
);

const atItem = (title: string) => async (organization: Organization) =>
  `/content?at=${(await tree(organization)).idOf(title)}`;

const nudging = (title: string) => {
  const nudge = async (page: Page) => {
    await page.getByRole('tree').focus();
    await page.keyboard.press('Alt+ArrowDown');
  };
  return {
    screen: atItem(title),
    open: (page: Page) => rowOf(page, title).waitFor(),
    submit: nudge,
    another: nudge,
    kept: (page: Page) => expect(rowOf(page, title)).toBeVisible(),
    isLearned: true,
  } as const;
};

const renaming = (title: string, to: string) => ({
  screen: atItem(title),
  open: (page: Page) => rowOf(page, title).waitFor(),
  async submit(page: Page) {
    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.getByLabel(`New title of ${title}`).fill(to);
    await page.keyboard.press('Enter');
  },
  // The title that was written is sent again from where its failure is told.
  kept: shows('Try again'),
  isLearned: true as const,
});

/** What is done in the tree of content, and what makes it smaller. */
export const treeCases = [
  {
    name: 'moving a space',
    operation: 'moveSpace',
    ...nudging('Aft'),
  },
  {
    name: 'moving a collection',
    operation: 'moveCollection',
    ...nudging('Dock'),
  },
  {
    name: 'renaming a space in the tree',
    operation: 'updateSpace',
    ...renaming('Bow', 'Stern'),
  },
  {
    name: 'renaming a collection in the tree',
    operation: 'updateCollection',
    ...renaming('Eddy', 'Current'),
  },
  {
    name: 'transferring a space',
    operation: 'transferSpace',
    async screen(organization) {
      await elsewhere(organization);
      return `/spaces/${(await tree(organization)).idOf('Cabin')}?ask=transfer`;
    },
    ...transferring,
  },
  {
    name: 'transferring a collection',
    operation: 'transferCollection',
    async screen(organization) {
      await elsewhere(organization);
      return `/collections/${(await tree(organization)).idOf('Fog')}?ask=transfer`;
    },
    ...transferring,
  },
] satisfies readonly FaultCase[];
