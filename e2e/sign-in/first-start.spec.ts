/** Getting in to a server that was just started. */
import { findFreePort } from '../../scripts/free-port.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { untilQuiet } from '../support/quiet.ts';
import { type RunningServer, removeData, type ServerOptions, startServer } from '../support/server.ts';

// A signed-out browser requests its session once and gets none.
const noSession = /status of 401.*auth\/refresh/;

/** A separate server at a host name, in its state after the first start by hand. */
async function startByHand(options: ServerOptions): Promise<RunningServer & { origin: string }> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const env = { ADMIN_TOKEN: '', PUBLIC_URL: origin };
  return { ...(await startServer({ ...options, port, env })), origin };
}

/** A link that the server printed. */
async function printedLink(server: RunningServer, kind: 'code' | 'set-up'): Promise<string> {
  const find = () => new RegExp(`http\\S+#${kind}=\\w+`).exec(server.output())?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

test('the first administrator sets up an empty server with the printed link', async ({ page, problems }) => {
  problems.expect(noSession, /status of 40[01].*auth\/(code|set-up)/);
  const server = await startByHand({ empty: true });
  try {
    const link = await printedLink(server, 'set-up');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set up Bindery' })).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    const submit = page.getByRole('button', { name: 'Create account', exact: true });
    await submit.press('Enter');
    await expect(page.getByText('Enter your email address.')).toBeVisible();
    await expect(page.getByLabel('Email address')).toBeFocused();
    await page.keyboard.type('ada@press.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter a name for the organization.')).toBeVisible();
    await page.getByLabel('Organization').fill('Harbour press');
    await page.getByLabel('Password').fill('password1234');
    await submit.click();
    await expect(page.getByText(/first that attackers try/)).toBeVisible();
    await expect(page.getByLabel('Organization')).toHaveValue('Harbour press');
    await checkAccessibility(page);
    await page.getByLabel('Password').fill('seven tall ships at anchor');
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('heading', { name: 'Harbour press', level: 1 })).toBeVisible();
    await untilQuiet(page);

    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByText('Sign-in link didn’t work')).toBeVisible();
  } finally {
    // A server that stops answers what is under way with 503.
    await page.close();
    await server.stop();
    removeData(server);
  }
});

test('a visitor of the demonstration signs in as one of its people, or with the printed link again and again @details', async ({
  page,
  problems,
}) => {
  problems.expect(noSession);
  const server = await startByHand({});
  try {
    await page.goto(`${server.origin}/login`);
    const people = page.getByRole('region', { name: 'Try the demonstration' });
    await expect(people.getByRole('button').first()).toHaveText(/Admin/);
    await checkAccessibility(page);
    await people.getByRole('button', { name: /Priya Raghunathan/ }).press('Enter');
    const account = page.getByRole('button', { name: /^Your account: / });
    await expect(account).toHaveAccessibleName('Your account: Priya Raghunathan');

    const link = await printedLink(server, 'code');
    for (const _ of ['first', 'second']) {
      await untilQuiet(page);
      await account.click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(people).toBeVisible();
      await page.goto(link);
      await expect(account).toHaveAccessibleName('Your account: Ingrid Halvorsen');
    }
    await untilQuiet(page);
  } finally {
    await page.close();
    await server.stop();
    removeData(server);
  }
});
