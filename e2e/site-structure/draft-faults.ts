/** The changes of a structure's draft under faults. */
import { expect, type Page } from '@playwright/test';
import {
  addStructureDraftChange,
  approveStructureDraft,
  listStructureVersions,
  scheduleStructureDraft,
  updateSiteSection,
} from '#api/generated/sdk.gen.ts';
import {
  chooseFromMenu,
  inConfirmation,
  movingByKey,
  oncePerOrganization,
  press,
  pressByKey,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite, type TestSite, treeRow } from '../support/site-structures.ts';

const HOUR_MS = 60 * 60_000;

/** Prepares a site of its own; the screen is its structure. */
const onSite =
  (prepare: (site: TestSite, organization: Organization) => Promise<unknown>, search: string) =>
  async (organization: Organization) => {
    const site = await createTestSite(organization, {
      Start: ['Start v1'],
      Help: ['Help v1'],
      News: ['News v1'],
    });
    await prepare(site, organization);
    return `/sites/${site.id}/structure${search}`;
  };

const optionsOf = ({ path }: TestSite, { admin }: Organization) => ({
  client: admin.client,
  path,
  throwOnError: true as const,
});

const draftChange = (site: TestSite, organization: Organization, client = organization.admin.client) =>
  addStructureDraftChange({
    ...optionsOf(site, organization),
    client,
    body: {
      summary: 'Renamed “Help” to “Support”',
      steps: [{ updateSiteSection: { siteSectionId: site.idOf('Help'), body: { title: 'Support' } } }],
    },
  });

const creator = oncePerOrganization((organization) => organization.addPerson('create'));

/** A change of somebody else, which its reader can approve. */
const othersDraftChange = async (site: TestSite, organization: Organization) => {
  const { client } = await creator(organization);
  return draftChange(site, organization, client);
};

const renameSection = async (site: TestSite, organization: Organization) => {
  const { path, ...options } = optionsOf(site, organization);
  await updateSiteSection({
    ...options,
    path: { ...path, siteSectionId: site.idOf('Help') },
    body: { title: 'Support' },
  });
  // The version is listed once its transaction is seen.
  await expect
    .poll(async () => (await listStructureVersions({ ...options, path })).data.items.length)
    .toBeGreaterThan(0);
};

const inHistory = (page: Page) =>
  page
    .getByRole('dialog', { name: 'History of the structure' })
    .getByRole('listitem')
    .first()
    .getByRole('button');

const changes = (page: Page) => page.getByRole('dialog', { name: 'Changes of the draft' });

const textDialog = (page: Page) => page.getByRole('dialog', { name: 'Structure as text' });

const bar = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true });

export const structureDraftCases = [
  {
    name: 'applying a draft',
    operation: 'applyStructureDraft',
    needsExtension: true,
    screen: onSite(draftChange, '?mode=draft'),
    ...inConfirmation(press('Apply…'), 'Apply draft'),
  },
  {
    name: 'discarding a draft',
    operation: 'deleteStructureDraft',
    needsExtension: true,
    screen: onSite(draftChange, '?mode=draft'),
    ...inConfirmation(chooseFromMenu('More actions for the draft', 'Discard…'), 'Discard draft'),
  },
  {
    name: 'scheduling a draft',
    operation: 'scheduleStructureDraft',
    needsExtension: true,
    screen: onSite(draftChange, '?mode=draft'),
    open: chooseFromMenu('More actions for the draft', 'Schedule…'),
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Schedule' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('button', { name: 'Schedule' })).toBeVisible(),
    expectDone: (page) => expect(bar(page)).toContainText('The draft is applied'),
  },
  {
    name: 'ending the schedule of a draft',
    operation: 'deleteStructureDraftSchedule',
    needsExtension: true,
    screen: onSite(async (site, organization) => {
      await draftChange(site, organization);
      const at = new Date(Date.now() + 24 * HOUR_MS).toISOString();
      await scheduleStructureDraft({ ...optionsOf(site, organization), body: { at } });
    }, '?mode=draft'),
    submit: press('End schedule'),
    // Whose end was lost is shown as ended.
    expectPreserved: (page) => expect(bar(page)).toBeVisible(),
    refetchesAfterFailure: true,
    expectDone: (page) => expect(bar(page)).toContainText('1 change in the draft'),
  },
  {
    name: 'approving a draft',
    operation: 'approveStructureDraft',
    needsExtension: true,
    screen: onSite(othersDraftChange, '?mode=draft'),
    open: press('Changes'),
    submit: (page) => pressByKey(changes(page).getByRole('button', { name: 'Approve', exact: true })),
    expectPreserved: (page) => expect(changes(page)).toBeVisible(),
    refetchesAfterFailure: true,
    expectDone: (page) => expect(changes(page)).toContainText('Approved by'),
  },
  {
    name: 'taking back the approval of a draft',
    operation: 'deleteStructureDraftApproval',
    needsExtension: true,
    screen: onSite(async (site, organization) => {
      await othersDraftChange(site, organization);
      await approveStructureDraft(optionsOf(site, organization));
    }, '?mode=draft'),
    open: press('Changes'),
    submit: (page) => pressByKey(changes(page).getByRole('button', { name: 'Take back approval' })),
    expectPreserved: (page) => expect(changes(page)).toBeVisible(),
    refetchesAfterFailure: true,
    expectDone: (page) =>
      expect(changes(page).getByRole('button', { name: 'Approve', exact: true })).toBeVisible(),
  },
  {
    name: 'bringing an earlier structure back',
    operation: 'restoreStructureVersion',
    needsExtension: true,
    screen: onSite(renameSection, ''),
    open: chooseFromMenu('View', 'History…'),
    submit: (page) => pressByKey(inHistory(page)),
    expectPreserved: (page) => expect(inHistory(page)).toBeVisible(),
    expectDone: (page) => expect(bar(page)).toContainText('1 change in the draft'),
  },
  {
    name: 'gathering a change in a draft',
    operation: 'addStructureDraftChange',
    needsExtension: true,
    screen: onSite(() => Promise.resolve(), '?mode=draft'),
    refetchesAfterFailure: true,
    ...movingByKey('Start', 'tree', (row) => row.click()),
    expectDone: (page) => expect(bar(page)).toContainText('2 changes in the draft'),
  },
  {
    name: 'removing a change from a draft',
    operation: 'removeStructureDraftChanges',
    needsExtension: true,
    screen: onSite(draftChange, '?mode=draft'),
    open: press('Changes'),
    submit: (page) => pressByKey(changes(page).getByRole('button', { name: /^Remove from the draft: / })),
    expectPreserved: (page) => expect(changes(page)).toBeVisible(),
    expectDone: (page) => expect(changes(page)).toContainText('No changes yet'),
  },
  {
    name: 'making a text the draft',
    operation: 'draftStructureText',
    needsExtension: true,
    screen: onSite(() => Promise.resolve(), ''),
    async open(page) {
      await chooseFromMenu('View', 'As text…')(page);
      const text = textDialog(page).getByLabel('Text', { exact: true });
      await expect(text).toHaveValue(/title: Help\n/);
      await text.fill((await text.inputValue()).replace('title: Help\n', 'title: Support\n'));
    },
    submit: (page) => pressByKey(textDialog(page).getByRole('button', { name: 'Make it the draft' })),
    expectPreserved: (page) =>
      expect(textDialog(page).getByLabel('Text', { exact: true })).toHaveValue(/title: Support\n/),
    expectDone: (page) => expect(treeRow(page, 'Support')).toBeVisible(),
  },
] satisfies readonly FaultCase[];
