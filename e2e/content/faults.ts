import { expect, type Page } from '@playwright/test';
import { acceptInvite, createLinkInvite, deleteSpace } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  chooseFromMenu,
  inDialog,
  inForm,
  inConfirmation,
  movingByKey,
  oncePerOrganization,
  press,
  expectButton,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createContent } from '../support/content-trees.ts';
import { createOrganization, type Organization } from '../support/organizations.ts';
import { treeRow } from '../support/site-structures.ts';

const createTestSpace = async (organization: Organization, title: string): Promise<string> =>
  (await createContent(organization, { [title]: null })).idOf(title);

const createTestCollection = async (organization: Organization, title: string): Promise<string> =>
  (await createContent(organization, { [title]: {} })).idOf(title);

const moreActions = (entry: string) => chooseFromMenu('More actions', entry);

/** The fault cases of the screens of spaces and collections. */
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
    screen: async (organization) => `/spaces/${await createTestSpace(organization, 'Almanac')}/settings`,
    ...inForm('Title', 'Nautical almanac'),
  },
  {
    name: 'changing the details of a collection',
    operation: 'updateCollection',
    screen: async (organization) => `/collections/${await createTestCollection(organization, 'Charts')}`,
    ...inForm('Title', 'Sea charts'),
  },
  {
    name: 'duplicating a space',
    operation: 'duplicateSpace',
    screen: async (organization) => `/spaces/${await createTestSpace(organization, 'Pilot')}`,
    submit: moreActions('Duplicate'),
    expectPreserved: (page) =>
      expect(page.getByRole('heading', { level: 1, name: 'Pilot', exact: true })).toBeVisible(),
    expectDone: (page) =>
      page.getByRole('heading', { level: 1, name: 'Pilot (copy)', exact: true }).waitFor(),
  },
  {
    name: 'deleting a space',
    operation: 'deleteSpace',
    screen: async (organization) => `/spaces/${await createTestSpace(organization, 'Tides')}`,
    ...inConfirmation(moreActions('Delete…'), 'Delete space'),
  },
  {
    name: 'deleting a collection',
    operation: 'deleteCollection',
    screen: async (organization) => `/collections/${await createTestCollection(organization, 'Wrecks')}`,
    ...inConfirmation(moreActions('Delete…'), 'Delete collection', 'Wrecks'),
  },
  {
    name: 'restoring a space',
    operation: 'restoreSpace',
    async screen(organization) {
      const spaceId = await createTestSpace(organization, 'Moorings');
      await deleteSpace({ client: organization.admin.client, path: { spaceId } });
      return '/trash';
    },
    submit: press('Restore Moorings'),
    expectPreserved: expectButton('Restore Moorings'),
    expectDone: (page) => expect(page.getByRole('button', { name: 'Restore Moorings' })).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

/** Another organization of the administrator. */
const receivingOrganization = oncePerOrganization(async ({ admin, server }) => {
  const receiver = await createOrganization('Elsewhere', server);
  const { data } = await createLinkInvite({ ...adminRequest(receiver), body: { role: 'admin' } });
  const inviteId = new URL(data.urls?.app ?? '').pathname.split('/').at(-1) ?? '';
  await acceptInvite({ client: admin.client, path: { organizationId: receiver.id, inviteId } });
  return receiver;
});

const transferring = {
  open: (page: Page) => page.getByRole('dialog').getByLabel('Organization').selectOption('Elsewhere'),
  submit: press('Transfer'),
  expectPreserved: (page: Page) =>
    expect(page.getByRole('dialog').getByLabel('Organization').locator('option:checked')).toHaveText(
      'Elsewhere',
    ),
  expectDone: (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0),
} satisfies Partial<FaultCase>;

/** Three spaces and three collections in the tree. */
const tree = oncePerOrganization((organization) =>
  createContent(organization, {
    Aft: null,
    Bow: null,
    Cabin: null,
    Dock: {},
    Eddy: {},
    Fog: {},
  }),
);

const atItem = (title: string) => async (organization: Organization) =>
  `/content?at=${(await tree(organization)).idOf(title)}`;

const movingRow = (title: string) => ({
  screen: atItem(title),
  ...movingByKey(title, 'treegrid', (row) => row.waitFor()),
  refetchesAfterFailure: true as const,
});

const renaming = (title: string, to: string) => ({
  screen: atItem(title),
  open: (page: Page) => treeRow(page, title).waitFor(),
  async submit(page: Page) {
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('F2');
    await page.getByLabel(`New title of ${title}`).fill(to);
    await page.keyboard.press('Enter');
  },
  // The title is retried from the error toast.
  expectPreserved: expectButton('Try again'),
  refetchesAfterFailure: true as const,
});

/** The fault cases of the content tree and of transfers. */
export const treeCases = [
  {
    name: 'moving a space',
    operation: 'moveSpace',
    ...movingRow('Aft'),
  },
  {
    name: 'moving a collection',
    operation: 'moveCollection',
    ...movingRow('Dock'),
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
      await receivingOrganization(organization);
      return `/spaces/${(await tree(organization)).idOf('Cabin')}?dialog=transfer`;
    },
    ...transferring,
  },
  {
    name: 'transferring a collection',
    operation: 'transferCollection',
    async screen(organization) {
      await receivingOrganization(organization);
      return `/collections/${(await tree(organization)).idOf('Fog')}?dialog=transfer`;
    },
    ...transferring,
  },
] satisfies readonly FaultCase[];
