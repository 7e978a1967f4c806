/** Tasks of the first person at an empty server without mail. */
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { saveStateOf } from '../page-editor/edited-page.ts';
import { emailAddressesName, mergeName } from '../support/names.ts';
import { publishByDialog } from '../support/published-sites.ts';
import type { Task } from './count-steps.ts';

interface NewServer {
  /** The link that the server has printed. */
  setUpLink: string;
}

const latestTab = (page: Page): Page => page.context().pages().at(-1) ?? page;

const fields = ['ada@press.example', 'Ada Lovelace', 'Harbour press', 'seven tall ships at anchor'];

/** In this order: each begins where the one before has ended. */
export const firstRunTasks: Task<NewServer>[] = [
  {
    name: 'set up a server',
    before: { clicks: 2, keys: 3, characters: fields.join('').length },
    async start(page, { setUpLink }) {
      await page.goto(setUpLink);
    },
    async run(page) {
      await page.getByRole('button', { name: 'Use a password instead' }).click();
      await page.getByLabel('Email address').click();
      for (const [at, text] of fields.entries()) {
        if (at > 0) await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Harbour press', level: 1 })).toBeVisible();
    },
  },
  {
    name: 'publish a first site and open it',
    before: { clicks: 6, characters: 6 },
    async run(page) {
      await page.getByRole('link', { name: /^Create a site/ }).click();
      const dialog = page.getByRole('dialog', { name: 'New site' });
      await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
      await page.keyboard.type('Manual');
      await page.keyboard.press('Enter');
      await publishByDialog(page);
      const opened = page.waitForEvent('popup');
      await page.getByRole('status').getByRole('button', { name: 'Open site' }).click();
      const site = await opened;
      await expect(site.getByRole('navigation', { name: 'For members' })).toBeVisible();
    },
  },
  {
    name: 'correct the first page and see it',
    before: { clicks: 4, keys: 1, characters: 5 },
    async run(page) {
      const site = latestTab(page);
      await site
        .getByRole('navigation', { name: 'For members' })
        .getByRole('link', { name: 'Propose a change to this page' })
        .click();
      await expect(site.getByRole('dialog').getByLabel('Subject')).toBeFocused();
      await site.keyboard.press('Enter');
      await expect(site.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
      await site.keyboard.type('Now: ');
      await site.keyboard.press('Control+s');
      await expect(saveStateOf(site)).toHaveText('Saved');
      await site.getByRole('button', { name: mergeName, exact: true }).click();
      await site.getByRole('dialog').getByRole('button', { name: mergeName, exact: true }).click();
      const opened = site.waitForEvent('popup');
      await site.getByRole('button', { name: 'Open page' }).click();
      await expect((await opened).getByText('Now: ')).toBeVisible();
    },
  },
  {
    name: 'invite the first person',
    before: { clicks: 2, characters: 17 },
    async start(page) {
      await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    },
    async run(page) {
      await page.getByRole('link', { name: /^Invite people/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite people' });
      await expect(dialog.getByLabel(emailAddressesName)).toBeFocused();
      await page.keyboard.type('kit@press.example');
      await dialog.getByRole('button', { name: 'Invite people', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Pass on the account link' })).toBeVisible();
    },
  },
];
