import { expect, type Page } from '@playwright/test';
import { createTeam, grantCollectionPermissions, grantSpacePermissions } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  chooseFromMenu,
  pressByKey,
  oncePerOrganization,
  press,
  expectButton,
  expectNotification,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createContent } from '../support/content-trees.ts';
import type { Organization } from '../support/organizations.ts';
import { createPages, insertPage } from '../support/space-pages.ts';

/** A space and a collection with grants for a person and a team. */
const sharedContent = oncePerOrganization(async (organization) => {
  const content = await createContent(organization, { Manuals: {}, Guide: null });
  const { client } = organization.admin;
  const { id: user } = await organization.addPerson('read', 'Wanda Writer');
  await organization.addPerson('read', 'Nils New');
  const { data } = await createTeam({ ...adminRequest(organization), body: { title: 'Writers' } });
  const body = {
    users: [{ user, role: 'edit' as const }],
    teams: [{ team: data.id, role: 'edit' as const }],
  };
  await grantSpacePermissions({ client, path: { spaceId: content.idOf('Guide') }, body });
  await grantCollectionPermissions({ client, path: { collectionId: content.idOf('Manuals') }, body });
  return content;
});

const onSpace = async (organization: Organization) =>
  `/spaces/${(await sharedContent(organization)).idOf('Guide')}/access`;

const collectionAccessScreen = async (organization: Organization) =>
  `/collections/${(await sharedContent(organization)).idOf('Manuals')}/access`;

const person = 'Actions for Wanda Writer';

const team = /^Access for Writers/;

const granting = {
  async open(page: Page) {
    await press('Grant access')(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^People/ }).fill('Nils');
    await dialog.getByRole('option', { name: /Nils New/ }).click();
  },
  submit: (page: Page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Grant access' })),
  expectPreserved: (page: Page) =>
    expect(page.getByRole('dialog').getByRole('list', { name: 'Selected' }).first()).toContainText(
      'Nils New',
    ),
  expectDone: (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0),
} as const;

const changing = (holder: string | RegExp) =>
  ({
    submit: chooseFromMenu(holder, /^Reviewer/, 'menuitemcheckbox'),
    expectPreserved: expectButton(holder),
    expectDone: expectNotification(/^Changed access for /),
  }) as const;

const revoking = (holder: string | RegExp) =>
  ({
    submit: chooseFromMenu(holder, 'Revoke'),
    expectPreserved: expectButton(holder),
    expectDone: expectNotification(/^Revoked access for /),
  }) as const;

/** The fault cases of access to spaces and collections. */
export const accessCases = [
  { name: 'giving access to a space', operation: 'grantSpacePermissions', screen: onSpace, ...granting },
  {
    name: 'changing what a person may do on a space',
    operation: 'updateSpaceUserPermission',
    screen: onSpace,
    ...changing(person),
  },
  {
    name: 'changing what a team may do on a space',
    operation: 'updateSpaceTeamPermission',
    screen: onSpace,
    ...changing(team),
  },
  {
    name: 'taking a space from a person',
    operation: 'removeSpaceUserPermission',
    screen: onSpace,
    ...revoking(person),
  },
  {
    name: 'taking a space from a team',
    operation: 'removeSpaceTeamPermission',
    screen: onSpace,
    ...revoking(team),
  },
  {
    name: 'giving access to a collection',
    operation: 'grantCollectionPermissions',
    screen: collectionAccessScreen,
    ...granting,
  },
  {
    name: 'changing what a person may do on a collection',
    operation: 'updateCollectionUserPermission',
    screen: collectionAccessScreen,
    ...changing(person),
  },
  {
    name: 'changing what a team may do on a collection',
    operation: 'updateCollectionTeamPermission',
    screen: collectionAccessScreen,
    ...changing(team),
  },
  {
    name: 'taking a collection from a person',
    operation: 'removeCollectionUserPermission',
    screen: collectionAccessScreen,
    ...revoking(person),
  },
  {
    name: 'taking a collection from a team',
    operation: 'removeCollectionTeamPermission',
    screen: collectionAccessScreen,
    ...revoking(team),
  },
  {
    name: 'bringing a revision back',
    operation: 'restoreRevision',
    async screen(organization) {
      const { spaceId } = await createPages(organization, [insertPage('Valves', 'Open the valve.')]);
      return `/spaces/${spaceId}/history`;
    },
    submit: chooseFromMenu(/^Actions for Created the space/, 'Bring back as a change request'),
    expectPreserved: (page) => expect(page.getByRole('table', { name: 'Revisions' })).toBeVisible(),
    expectDone: (page) =>
      expect(page.getByRole('heading', { level: 1, name: /^Bring back the version of/ })).toBeVisible(),
  },
] satisfies readonly FaultCase[];
