import type { Locator, Page } from '@playwright/test';
import { signInLinkOrAPITokenName } from './names.ts';
import type { Organization } from './organizations.ts';

/** Chooses to sign in with a link or an API token, on the sign-in page or in the dialog. Returns its field. */
export async function openTokenSignIn(on: Page | Locator): Promise<Locator> {
  await on.getByRole('button', { name: 'Use a sign-in link or API token' }).press('Enter');
  return on.getByLabel(signInLinkOrAPITokenName);
}

/** The console's name for the device of `startSessionElsewhere`. */
export const unknownDevice = 'Unknown device';

/** Signs a person in as a program would, which is no browser that the server knows; default: the administrator. */
export async function startSessionElsewhere(
  { server, admin }: Organization,
  { token } = admin,
): Promise<void> {
  const response = await fetch(`${server?.url ?? process.env.BINDERY_URL}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`No session: ${response.status}`);
}
