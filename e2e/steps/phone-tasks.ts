/** Tasks by touch, and the same by keyboard alone. */
import { expect } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { addName, addSpacesName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import type { TestSite } from '../support/site-structures.ts';
import type { Task } from './count-steps.ts';
import { createSiteToBuild, openStructure, sectionOf, sectionTitles } from './structure-tasks.ts';

interface Phone {
  organization: Organization;
  site: TestSite;
}

/** A site to build, and a change request that waits for the administrator. */
export async function createPhoneTasks(organization: Organization): Promise<Phone> {
  const site = await createSiteToBuild(organization);
  const space = await createTestSpace(organization, 'Tides');
  const editor = await organization.addPerson('edit');
  await createTestChangeRequest(editor, space, { subject: 'Gauges', reviewers: [organization.admin] });
  return { organization, site };
}

export const phoneTasks: Task<Phone>[] = [
  {
    name: 'by touch: add six sections',
    before: { clicks: 30 },
    start: (page, { site }) => openStructure(page, site),
    async run(page, { site }) {
      await page.getByRole('button', { name: addName, exact: true }).tap();
      await page.getByRole('menuitem', { name: /^Sections…/ }).tap();
      const dialog = page.getByRole('dialog', { name: addSpacesName });
      for (const title of sectionTitles) await dialog.getByRole('option', { name: title, exact: true }).tap();
      await dialog.getByRole('button', { name: addSpacesName }).tap();
      await expect.poll(site.order).toContain('Help(Help)');
    },
  },
  {
    name: 'by touch: group three',
    before: { clicks: 14 },
    async run(page, { site }) {
      // What was added is selected.
      for (const title of ['Start', 'News', 'Help']) await sectionOf(page, title).tap();
      const bar = page.getByRole('toolbar', { name: '3 items selected' });
      await bar.getByRole('button', { name: 'More actions' }).tap();
      await page.getByRole('menuitem', { name: 'Group…' }).tap();
      await page.keyboard.type('M');
      await page.getByRole('dialog').getByRole('button', { name: 'Group', exact: true }).tap();
      await expect.poll(site.order).toContain('M[Guides(Guides) API(API) Billing(Billing)]');
    },
  },
  {
    name: 'by touch: read a change and approve it',
    before: null,
    start: async (page, { organization }) => {
      await page.goto(organization.path('/inbox/needs-me'));
      await page.getByRole('link', { name: /^Gauges/ }).waitFor();
    },
    async run(page) {
      await page.getByRole('link', { name: /^Gauges/ }).tap();
      // In sight without scrolling.
      await expect(page.getByText('About Gauges.')).toBeInViewport();
      await page.getByRole('button', { name: 'Review', exact: true }).tap();
      await page.getByRole('radio', { name: 'Approve' }).tap();
      await page.getByRole('button', { name: 'Submit review' }).tap();
      await expect(page.getByText('Approved “Gauges”')).toBeVisible();
    },
  },
];
