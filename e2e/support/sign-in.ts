import type { Locator, Page } from '@playwright/test';
import { signInLinkOrAPITokenName } from './names.ts';
import type { Person } from './organizations.ts';

/** Chooses to sign in with a link or an API token, on the sign-in page or in the dialog. Returns its field. */
export async function openTokenSignIn(on: Page | Locator): Promise<Locator> {
  await on.getByRole('button', { name: 'Use a sign-in link or API token' }).press('Enter');
  return on.getByLabel(signInLinkOrAPITokenName);
}

/** What the console calls the device of `startSessionElsewhere`. */
export const unknownDevice = 'Unknown device';

/** Signs a person in as a program would, which is no browser that the server knows. */
export async function startSessionElsewhere({ token }: Person): Promise<void> {
  const response = await fetch(`${process.env.BINDERY_URL}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`No session: ${response.status}`);
}
