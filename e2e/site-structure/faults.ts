import { expect, type Page } from '@playwright/test';
import { choose, hit, inDialog, inForm, inQuestion, once, press, shows } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { makeSite, rowOf } from '../support/site-structures.ts';

const structure = once((organization) =>
  makeSite(organization, {
    Guides: { Start: ['Start v1'], Billing: ['Billing v1'] },
    Help: ['Help v1', 'Help v2', 'Help v3'],
    API: ['API v1'],
    News: ['News v1'],
    Old: ['Old v1', 'Old v2'],
    Past: { Ago: ['Ago v1'] },
  }),
);

/** What all changes of the structure have in common: it is fetched anew when one fails. */
const inStructure = {
  screen: async (organization: Organization) => `/sites/${(await structure(organization)).id}/structure`,
  isLearned: true,
} as const;

/** By the keyboard, to the next place. */
const nudging = (title: string) => {
  const nudge = async (page: Page) => {
    await page.getByRole('tree').focus();
    await page.keyboard.press('Alt+ArrowDown');
  };
  return {
    open: (page: Page) => rowOf(page, title).click(),
    submit: nudge,
    another: nudge,
    kept: (page: Page) => expect(rowOf(page, title)).toBeVisible(),
  } as const;
};

/** By the dialog that chooses a place. */
const moving = (title: string, into: string) =>
  ({
    open: (page: Page) => rowOf(page, title).click(),
    async submit(page: Page) {
      await press('Move to…')(page);
      await page.getByRole('dialog').getByLabel('Location').selectOption(into);
      await hit(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
    },
    kept: (page: Page) => expect(rowOf(page, title)).toBeVisible(),
  }) as const;

/** By the panel of an item. */
const writing = (title: string, label: string, text: string) => {
  const form = inForm(label, text);
  const save = async (page: Page, words: string) => {
    await page.getByRole('complementary').getByLabel(label, { exact: true }).fill(words);
    await form.submit(page);
  };
  return {
    async open(page: Page) {
      await rowOf(page, title).click();
      await page.getByRole('complementary', { name: title }).getByLabel(label, { exact: true }).fill(text);
    },
    submit: form.submit,
    another: (page: Page) => save(page, `${text}-2`),
    kept: (page: Page) =>
      expect(page.getByRole('complementary').getByLabel(label, { exact: true })).toHaveValue(text),
  } as const;
};

/** By a dialog that adds something with a space. */
const addingSpace = (space: string, entry: RegExp, button: string) => ({
  async open(page: Page) {
    // A site space goes into the section that is chosen.
    await rowOf(page, 'API').click();
    await choose('Add', entry)(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Space', { exact: true }).fill(space);
    await dialog.getByRole('option', { name: space }).click();
  },
  submit: press(button),
  kept: (page: Page) => expect(page.getByRole('option', { name: space, selected: true })).toBeVisible(),
});

const removing = (title: string) =>
  inQuestion(async (page) => {
    await rowOf(page, title).click();
    await page.keyboard.press('Delete');
  }, 'Remove');

/** The changes of the structure of one site. */
export const structureCases = [
  { ...inStructure, name: 'moving a section', operation: 'moveSiteSection', ...nudging('API') },
  { ...inStructure, name: 'moving a group', operation: 'moveSiteSectionGroup', ...nudging('Guides') },
  { ...inStructure, name: 'moving a site space', operation: 'moveSiteSpace', ...nudging('Help v1') },
  {
    ...inStructure,
    name: 'moving a section into a group',
    operation: 'addSectionToGroup',
    ...moving('News', 'Guides'),
  },
  {
    ...inStructure,
    name: 'moving a section out of its group',
    operation: 'removeSectionFromGroup',
    ...moving('Start', 'Top level'),
  },
  {
    ...inStructure,
    name: 'renaming a section in its row',
    operation: 'updateSiteSection',
    open: (page) => rowOf(page, 'Old').click(),
    async submit(page) {
      await page.getByRole('tree').focus();
      await page.keyboard.press('F2');
      await page.getByLabel('New title of Old').fill('Older');
      await page.keyboard.press('Enter');
    },
    // The title that was written is sent again from where its failure is told.
    kept: shows('Try again'),
  },
  {
    ...inStructure,
    name: 'setting the default section',
    operation: 'updateSite',
    open: (page) => rowOf(page, 'API').click(),
    submit: press('Make it the default section'),
    kept: (page) => expect(rowOf(page, 'API')).toBeVisible(),
  },
] satisfies readonly FaultCase[];

/** The changes of the items of a structure. */
export const structureItemCases = [
  {
    ...inStructure,
    name: 'changing a section',
    operation: 'updateSiteSection',
    ...writing('API', 'Description (optional)', 'For developers'),
  },
  {
    ...inStructure,
    name: 'changing a group',
    operation: 'updateSiteSectionGroup',
    ...writing('Guides', 'Icon (optional)', 'rocket'),
  },
  {
    ...inStructure,
    name: 'changing a site space',
    operation: 'updateSiteSpace',
    ...writing('Help v2', 'Path', 'second'),
  },
  {
    ...inStructure,
    name: 'adding a group',
    operation: 'createSiteSectionGroup',
    ...inDialog('Title', 'Later', 'Add group'),
    async open(page) {
      await choose('Add', /^Group…/)(page);
      await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Later');
    },
  },
  {
    ...inStructure,
    name: 'adding a section',
    operation: 'createSiteSection',
    ...addingSpace('Start v1', /^Section…/, 'Add section'),
  },
  {
    ...inStructure,
    name: 'adding a site space',
    operation: 'createSiteSpace',
    ...addingSpace('News v1', /^Site space…/, 'Add site space'),
  },
  {
    ...inStructure,
    name: 'removing a site space',
    operation: 'deleteSiteSpace',
    ...removing('Old v2'),
  },
  {
    ...inStructure,
    name: 'removing a section',
    operation: 'deleteSiteSection',
    ...removing('Old'),
  },
  {
    ...inStructure,
    name: 'removing a group',
    operation: 'deleteSiteSectionGroup',
    ...removing('Past'),
  },
] satisfies readonly FaultCase[];
