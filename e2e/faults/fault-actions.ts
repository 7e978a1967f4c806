import { expect, type Locator, type Page } from '@playwright/test';
/** Reusable actions of the fault cases: how dialogs, forms and rows are opened, submitted and checked. */
import { expectUnchanged } from '../support/forms.ts';
import { messagesName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { treeRow } from '../support/site-structures.ts';
import type { FaultCase } from './fault-run.ts';

/** Request options for the administrator. */
export const adminRequest = ({ id, admin }: Organization) => ({
  client: admin.client,
  path: { organizationId: id },
  throwOnError: true as const,
});

/** Runs once per organization, for cases that share a screen. */
export function oncePerOrganization<Result>(
  create: (organization: Organization) => Promise<Result>,
): (organization: Organization) => Promise<Result> {
  const created = new WeakMap<Organization, Promise<Result>>();
  return (organization) => {
    const existingRecord = created.get(organization) ?? create(organization);
    created.set(organization, existingRecord);
    return existingRecord;
  };
}

const dialogField = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true });
const dialogButton = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Presses a button by keyboard, which is faster than clicking. */
export async function pressByKey(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

/** In a dialog with a field and a button. */
export const inDialog = (label: string, text: string, button: string | RegExp) =>
  ({
    open: (page: Page) => dialogField(page, label).fill(text),
    submit: (page: Page) => pressByKey(dialogButton(page, button)),
    expectPreserved: (page: Page) => expect(dialogField(page, label)).toHaveValue(text),
    expectDone: (page: Page) => expect(dialogButton(page, button)).toHaveCount(0),
  }) satisfies Partial<FaultCase>;

/** In a confirm dialog; `typed` is the text to type. */
export const inConfirmation = (open: (page: Page) => Promise<unknown>, button: string, typed?: string) =>
  ({
    async open(page: Page) {
      await open(page);
      if (typed !== undefined) await page.getByRole('dialog').getByRole('textbox').fill(typed);
    },
    submit: (page: Page) => pressByKey(dialogButton(page, button)),
    expectPreserved: async (page: Page) => {
      await expect(dialogButton(page, button)).toBeVisible();
      if (typed !== undefined) await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(typed);
    },
    expectDone: (page: Page) => expect(dialogButton(page, button)).toHaveCount(0),
  }) satisfies Partial<FaultCase>;

/** The form of the page that has a field. */
const formWith = (page: Page, label: string) =>
  page.getByRole('form').filter({ has: page.getByLabel(label, { exact: true }) });

/** In a form of the page, by one field. */
export const inForm = (label: string, text: string) =>
  ({
    open: (page: Page) => page.getByRole('main').getByLabel(label, { exact: true }).fill(text),
    submit: (page: Page) => pressByKey(formWith(page, label).getByRole('button', { name: 'Save changes' })),
    expectPreserved: (page: Page) =>
      expect(page.getByRole('main').getByLabel(label, { exact: true })).toHaveValue(text),
    expectDone: (page: Page) => expectUnchanged(formWith(page, label)),
  }) satisfies Partial<FaultCase>;

/** In a comment field, which the case's `open` shows. */
export const inComposer = (label: string, text: string, button: string) =>
  ({
    submit: (page: Page) => pressByKey(page.getByRole('button', { name: button, exact: true }).first()),
    expectPreserved: (page: Page) => expect(page.getByRole('textbox', { name: label })).toHaveValue(text),
  }) satisfies Partial<FaultCase>;

/** Presses a button. */
export const press = (name: string | RegExp) => (page: Page) =>
  pressByKey(page.getByRole('button', { name, exact: true }).first());

/** Chooses from the menu of a button. */
export const chooseFromMenu =
  (button: string | RegExp, entry: string | RegExp, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') =>
  async (page: Page) => {
    await press(button)(page);
    await page.getByRole(role, { name: entry }).press('Enter');
  };

/** Moves a row of an ordered tree by one position with the keyboard, after `select` has selected it. */
export function movingByKey(
  title: string,
  role: 'tree' | 'treegrid',
  select: (row: Locator) => Promise<unknown>,
) {
  let before: string | null;
  const positionOf = (page: Page) => treeRow(page, title).getAttribute('aria-posinset');
  const moveByKey = async (page: Page) => {
    await page.getByRole(role).focus();
    await page.keyboard.press('Alt+ArrowDown');
  };
  return {
    async open(page) {
      await select(treeRow(page, title));
      before = await positionOf(page);
    },
    submit: moveByKey,
    async submitAnother(page) {
      // Until the tree is fetched again, it would be the same move, which changes nothing any more.
      await expect.poll(() => positionOf(page)).not.toBe(before);
      await moveByKey(page);
    },
    expectPreserved: (page) => expect(treeRow(page, title)).toBeVisible(),
  } satisfies Partial<FaultCase>;
}

/** The button is still visible. */
export const expectButton = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('button', { name, exact: true }).first()).toBeVisible();

/** A notification reports success; that of the change before may still be there. */
export const expectNotification = (text: RegExp) => (page: Page) =>
  expect(
    page.getByRole('region', { name: messagesName }).getByRole('status').filter({ hasText: text }),
  ).toBeVisible();
