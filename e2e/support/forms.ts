import { expect, type Locator, type Page } from '@playwright/test';

/** The form has no changes: Save stays, disabled, and says why. */
export async function expectUnchanged(form: Page | Locator) {
  const save = form.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('data-tip', 'No changes.');
  await expect(form.getByRole('button', { name: 'Discard' })).toHaveCount(0);
}
