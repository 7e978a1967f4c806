import { expect, type Page } from '@playwright/test';
import { createTeam, grantCollectionPermissions, grantSpacePermissions } from '#api/generated/sdk.gen.ts';
import { makeContent } from '../support/content-trees.ts';
import { at, choose, hit, once, press, shows, tells } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

/** A space and a collection that were shared with a person and a team. */
const sharedContent = once(async (organization) => {
  const content = await makeContent(organization, { Manuals: {}, Guide: null });
  const { client } = organization.admin;
  const { id: user } = await organization.addPerson('read', 'Wanda Writer');
  await organization.addPerson('read', 'Nils New');
  const { data } = await createTeam({ ...at(organization), body: { title: 'Writers' } });
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

const onCollection = async (organization: Organization) =>
  `/collections/${(await sharedContent(organization)).idOf('Manuals')}/access`;

const person = 'Actions for Wanda Writer';

const team = /^Access of Writers/;

const giving = {
  async open(page: Page) {
    await press('Grant access')(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^People/ }).fill('Nils');
    await dialog.getByRole('option', { name: /Nils New/ }).click();
  },
  submit: (page: Page) => hit(page.getByRole('dialog').getByRole('button', { name: 'Grant access' })),
  kept: (page: Page) =>
    expect(page.getByRole('dialog').getByRole('list', { name: 'Selected' }).first()).toContainText(
      'Nils New',
    ),
  over: (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0),
} as const;

const changing = (holder: string | RegExp) =>
  ({
    submit: choose(holder, /^Reviewer/, 'menuitemcheckbox'),
    kept: shows(holder),
    over: tells,
  }) as const;

const takingBack = (holder: string | RegExp) =>
  ({ submit: choose(holder, 'Take back'), kept: shows(holder), over: tells }) as const;

/** Who may do what on a space and on a collection. */
export const accessCases = [
  { name: 'giving access to a space', operation: 'grantSpacePermissions', screen: onSpace, ...giving },
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
    ...takingBack(person),
  },
  {
    name: 'taking a space from a team',
    operation: 'removeSpaceTeamPermission',
    screen: onSpace,
    ...takingBack(team),
  },
  {
    name: 'giving access to a collection',
    operation: 'grantCollectionPermissions',
    screen: onCollection,
    ...giving,
  },
  {
    name: 'changing what a person may do on a collection',
    operation: 'updateCollectionUserPermission',
    screen: onCollection,
    ...changing(person),
  },
  {
    name: 'changing what a team may do on a collection',
    operation: 'updateCollectionTeamPermission',
    screen: onCollection,
    ...changing(team),
  },
  {
    name: 'taking a collection from a person',
    operation: 'removeCollectionUserPermission',
    screen: onCollection,
    ...takingBack(person),
  },
  {
    name: 'taking a collection from a team',
    operation: 'removeCollectionTeamPermission',
    screen: onCollection,
    ...takingBack(team),
  },
] satisfies readonly FaultCase[];
