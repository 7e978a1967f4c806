import { expect, type Page } from '@playwright/test';
import {
  chooseFromMenu,
  movingByKey,
  pressByKey,
  inDialog,
  inForm,
  inConfirmation,
  oncePerOrganization,
  press,
  expectButton,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { moveName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';

const structure = oncePerOrganization((organization) =>
  createTestSite(organization, {
    Guides: { Start: ['Start v1'], Billing: ['Billing v1'] },
    Help: ['Help v1', 'Help v2', 'Help v3'],
    API: ['API v1'],
    News: ['News v1'],
    Old: ['Old v1', 'Old v2'],
    Past: { Ago: ['Ago v1'] },
  }),
);

/** Shared by all structure cases; the structure is refetched after a failure. */
const structureDefaults = {
  screen: async (organization: Organization) => `/sites/${(await structure(organization)).id}/structure`,
  refetchesAfterFailure: true,
} as const;

/** Moves by one position with the keyboard. */
const movingRow = (title: string) => movingByKey(title, 'tree', (row) => row.click());

/** Moves with the "Move to…" dialog. */
const movingByDialog = (title: string, into: string) =>
  ({
    open: (page: Page) => treeRow(page, title).click(),
    async submit(page: Page) {
      await press('Move to…')(page);
      await page.getByRole('dialog').getByLabel('Location').selectOption(into);
      await pressByKey(page.getByRole('dialog').getByRole('button', { name: moveName, exact: true }));
    },
    expectPreserved: (page: Page) => expect(treeRow(page, title)).toBeVisible(),
  }) as const;

/** Edits in the item's panel. */
const editingInPanel = (title: string, label: string, text: string) => {
  const form = inForm(label, text);
  const save = async (page: Page, value: string) => {
    await page.getByRole('complementary').getByLabel(label, { exact: true }).fill(value);
    await form.submit(page);
  };
  return {
    async open(page: Page) {
      await treeRow(page, title).click();
      await page.getByRole('complementary', { name: title }).getByLabel(label, { exact: true }).fill(text);
    },
    submit: form.submit,
    submitAnother: (page: Page) => save(page, `${text}-2`),
    expectPreserved: (page: Page) =>
      expect(page.getByRole('complementary').getByLabel(label, { exact: true })).toHaveValue(text),
  } as const;
};

/** Adds an item with a space in a dialog. */
const addingSpace = (space: string, entry: RegExp, button: string) => ({
  async open(page: Page) {
    // A site space is added to the selected section.
    await treeRow(page, 'API').click();
    await chooseFromMenu('Add', entry)(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Spaces', { exact: true }).fill(space);
    await dialog.getByRole('option', { name: space }).click();
  },
  submit: press(button),
  expectPreserved: (page: Page) =>
    expect(page.getByRole('option', { name: space, selected: true })).toBeVisible(),
});

const removing = (title: string) =>
  inConfirmation(async (page) => {
    await treeRow(page, title).click();
    await page.keyboard.press('Delete');
  }, 'Remove');

/** The fault cases of one site's structure. */
export const structureCases = [
  { ...structureDefaults, name: 'moving a section', operation: 'moveSiteSection', ...movingRow('API') },
  {
    ...structureDefaults,
    name: 'moving a group',
    operation: 'moveSiteSectionGroup',
    ...movingRow('Guides'),
  },
  {
    ...structureDefaults,
    name: 'moving a site space',
    operation: 'moveSiteSpace',
    ...movingRow('Help v1'),
  },
  {
    ...structureDefaults,
    name: 'moving a section into a group',
    operation: 'addSectionToGroup',
    ...movingByDialog('News', 'Guides'),
  },
  {
    ...structureDefaults,
    name: 'moving a section out of its group',
    operation: 'removeSectionFromGroup',
    ...movingByDialog('Start', 'Top level'),
  },
  {
    ...structureDefaults,
    name: 'renaming a section in its row',
    operation: 'updateSiteSection',
    open: (page) => treeRow(page, 'Old').click(),
    async submit(page) {
      await page.getByRole('tree').focus();
      await page.keyboard.press('F2');
      await page.getByLabel('New title of Old').fill('Older');
      await page.keyboard.press('Enter');
    },
    // The title is retried from its error toast.
    expectPreserved: expectButton('Try again'),
  },
  {
    ...structureDefaults,
    name: 'setting the default section',
    operation: 'updateSite',
    open: (page) => treeRow(page, 'API').click(),
    submit: press('Set as default section'),
    expectPreserved: (page) => expect(treeRow(page, 'API')).toBeVisible(),
  },
] satisfies readonly FaultCase[];

/** The fault cases of the items of a structure. */
export const structureItemCases = [
  {
    ...structureDefaults,
    name: 'changing a section',
    operation: 'updateSiteSection',
    ...editingInPanel('API', 'Description (optional)', 'For developers'),
  },
  {
    ...structureDefaults,
    name: 'changing a group',
    operation: 'updateSiteSectionGroup',
    ...editingInPanel('Guides', 'Icon (optional)', 'rocket'),
  },
  {
    ...structureDefaults,
    name: 'changing a site space',
    operation: 'updateSiteSpace',
    ...editingInPanel('Help v2', 'Path', 'second'),
  },
  {
    ...structureDefaults,
    name: 'adding a group',
    operation: 'createSiteSectionGroup',
    ...inDialog('Title', 'Later', 'Add group'),
    async open(page) {
      await chooseFromMenu('Add', /^Group…/)(page);
      await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Later');
    },
  },
  {
    ...structureDefaults,
    name: 'adding a section',
    operation: 'createSiteSection',
    ...addingSpace('Start v1', /^Sections…/, 'Add spaces'),
  },
  {
    ...structureDefaults,
    name: 'adding a site space',
    operation: 'createSiteSpace',
    ...addingSpace('News v1', /^Site spaces…/, 'Add spaces'),
  },
  {
    ...structureDefaults,
    name: 'removing a site space',
    operation: 'deleteSiteSpace',
    ...removing('Old v2'),
  },
  {
    ...structureDefaults,
    name: 'removing a section',
    operation: 'deleteSiteSection',
    ...removing('Old'),
  },
  {
    ...structureDefaults,
    name: 'removing a group',
    operation: 'deleteSiteSectionGroup',
    ...removing('Past'),
  },
] satisfies readonly FaultCase[];
