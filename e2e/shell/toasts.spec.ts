import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { messagesName, publishName } from '../support/names.ts';
import { createTestSite } from '../support/site-structures.ts';

/** Whether two elements overlap. */
async function overlap(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([first.boundingBox(), second.boundingBox()]);
  if (!a || !b) throw new Error('One of the elements is not visible.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const [name, width] of [
  ['window', 1440],
  ['phone', 390],
] as const)
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a person saves beside a toast, on a ${name}${name === 'window' ? ' @repeats' : ''} @details`, async ({
    page,
    organization,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const site = await createTestSite(organization, { Guides: ['Start here'] });
    await signIn(organization.admin);
    await page.goto(organization.path(`/sites/${site.id}/settings`));
    await page.getByRole('button', { name: publishName, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: publishName }).click();
    const toast = page.getByRole('region', { name: messagesName }).getByRole('status');
    // Its time stops while the pointer is over it.
    await toast.hover();
    await page.getByLabel('Title', { exact: true }).fill('Manuals');
    const form = page.getByRole('form', { name: 'Settings', exact: true });
    const save = form.getByRole('button', { name: 'Save changes' });
    await expect(save).toBeInViewport({ ratio: 1 });
    expect(await overlap(toast, save)).toBe(false);
    await save.click();
    await expect(page.getByRole('heading', { name: 'Manuals', level: 1 })).toBeVisible();
  });
