import { expect, type Locator, type Page } from '@playwright/test';
import { discardLabel, noChangesMessage, saveChangesLabel } from '#src/lib/shared-labels.ts';

/** The form has no changes: Save stays, disabled, and says why. */
export async function expectUnchanged(form: Page | Locator) {
  const save = form.getByRole('button', { name: saveChangesLabel });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('data-tip', noChangesMessage);
  await expect(form.getByRole('button', { name: discardLabel })).toHaveCount(0);
}
