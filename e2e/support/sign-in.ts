import type { Locator, Page } from '@playwright/test';
import { signInLinkOrAPITokenName } from './names.ts';

/** Chooses to sign in with a link or an API token, on the sign-in page or in the dialog. Returns its field. */
export async function openTokenSignIn(on: Page | Locator): Promise<Locator> {
  await on.getByRole('button', { name: 'Use a sign-in link or API token' }).press('Enter');
  return on.getByLabel(signInLinkOrAPITokenName);
}
