/** How people make changes, for the cases of the fault run: what opens, submits and keeps in dialogs, forms and rows. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Organization } from '../support/organizations.ts';

/** What the generated operations want beside a body. */
export const adminRequest = ({ id, admin }: Organization) => ({
  client: admin.client,
  path: { organizationId: id },
  throwOnError: true as const,
});

/** Does something once for each organization: for changes that share a screen and what is on it. */
export function oncePerOrganization<Made>(
  make: (organization: Organization) => Promise<Made>,
): (organization: Organization) => Promise<Made> {
  const created = new WeakMap<Organization, Promise<Made>>();
  return (organization) => {
    const known = created.get(organization) ?? make(organization);
    created.set(organization, known);
    return known;
  };
}

const dialogField = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true });
const dialogButton = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Presses a button by the keyboard, which waits for no frame to be drawn: it is pressed ten times in each case. */
export async function pressByKey(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

/** In a dialog with a field and a button. */
export const inDialog = (label: string, text: string, button: string | RegExp) => ({
  open: (page: Page) => dialogField(page, label).fill(text),
  submit: (page: Page) => pressByKey(dialogButton(page, button)),
  expectPreserved: (page: Page) => expect(dialogField(page, label)).toHaveValue(text),
  over: (page: Page) => expect(dialogButton(page, button)).toHaveCount(0),
});

/** In a dialog that asks; `typed` is what it wants to be typed first. */
export const inConfirmation = (open: (page: Page) => Promise<unknown>, button: string, typed?: string) => ({
  async open(page: Page) {
    await open(page);
    if (typed !== undefined) await page.getByRole('dialog').getByRole('textbox').fill(typed);
  },
  submit: (page: Page) => pressByKey(dialogButton(page, button)),
  expectPreserved: async (page: Page) => {
    await expect(dialogButton(page, button)).toBeVisible();
    if (typed !== undefined) await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(typed);
  },
  over: (page: Page) => expect(dialogButton(page, button)).toHaveCount(0),
});

/** In a form of the page, by one field. */
export const inForm = (label: string, text: string) => ({
  open: (page: Page) => page.getByRole('main').getByLabel(label, { exact: true }).fill(text),
  submit: (page: Page) => pressByKey(page.getByRole('button', { name: 'Save changes' })),
  expectPreserved: (page: Page) =>
    expect(page.getByRole('main').getByLabel(label, { exact: true })).toHaveValue(text),
  over: (page: Page) => expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0),
});

/** In a field for a comment, which `open` brings. */
export const inComposer = (label: string, text: string, button: string) => ({
  submit: (page: Page) => pressByKey(page.getByRole('button', { name: button, exact: true }).first()),
  expectPreserved: (page: Page) => expect(page.getByRole('textbox', { name: label })).toHaveValue(text),
});

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

/** Nothing was written, and the control is as it was. */
export const expectButton = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('button', { name, exact: true }).first()).toBeVisible();

/** It is told that it was done. */
export const expectNotification = (page: Page) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toBeVisible();
