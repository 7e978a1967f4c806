/** OpenID Connect, from the settings to people who sign in with it. The provider is a real one, on this machine. */
import { CLIENT_ID, CLIENT_SECRET, OidcProvider } from '../../server/test/sign-on/oidc-provider.ts';
import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { checkLayout } from '../support/layout.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

test('an administrator connects a provider, by keyboard; a person signs in with it and is a member @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(180_000);
  problems.expect(/status of (40[013]|429|50[03])/, /^50[03] /, /ERR_FAILED/);
  const idp = await OidcProvider.start();
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const organization = await createOrganization('Press', server);
    const screen = (path: string) => `${server.url}${organization.path(path)}`;
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    await page.goto(screen('/sso'));
    const none = page.getByRole('heading', { name: 'No identity providers yet' });
    await expect(none).toBeVisible();
    // Without the list of one kind, it does not say that there are none.
    const failure = page.getByRole('button', { name: 'Try again' });
    await page.route('**/oidc?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(failure).toBeVisible();
    await expect(none).toHaveCount(0);
    await page.unroute('**/oidc?*');
    await failure.press('Enter');
    await expect(none).toBeVisible();
    await page.getByRole('link', { name: 'New identity provider' }).first().press('Enter');
    const choice = page.getByRole('dialog', { name: 'New identity provider' });
    await choice.getByRole('link', { name: 'OpenID Connect' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New OpenID Connect provider' });
    await dialog.getByRole('button', { name: 'Add provider' }).press('Enter');
    await expect(dialog.getByText('Required', { exact: true }).first()).toBeVisible();
    await dialog.getByLabel('Label').fill('Work');
    await dialog.getByLabel('Issuer').fill('login.example.com');
    await dialog.getByLabel('Client ID').fill(CLIENT_ID);
    await dialog.getByLabel('Client secret').fill('a wrong one');
    await dialog.getByLabel('Default role for new users').selectOption('Commenter');
    await dialog.getByRole('button', { name: 'Add provider' }).press('Enter');
    await expect(dialog.getByText('Enter a full URL, such as https://login.example.com.')).toBeVisible();
    await checkAccessibility(page, '[role="dialog"]');
    await dialog.getByLabel('Issuer').fill(`${idp.issuer}?tenant=1`);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Must not contain ? or #.')).toBeVisible();
    await dialog.getByLabel('Issuer').fill(idp.issuer);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible();
    await expect(page.getByText('No sign-in with the current settings yet. Test it.')).toBeVisible();
    idp.register(await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue());
    await expect(page.getByRole('button', { name: 'Copy redirect URI' })).toBeVisible();
    const start = await page.getByRole('textbox', { name: 'Login URL' }).inputValue();
    await checkAccessibilityAtBothWidths(page);
    await checkLayout(page);
    const provider = page.url();

    // One table with those of the other kind.
    await page.request.post(`${server.url}/v1/orgs/${organization.id}/saml`, {
      headers: { authorization: `Bearer ${organization.admin.token}` },
      data: { label: 'Harbour' },
    });
    await page.goto(screen('/sso'));
    const table = page.getByRole('table', { name: 'Identity providers' });
    await expectRow(table, { Provider: 'Work', Kind: 'OpenID Connect', Status: 'Not tested' });
    await expectRow(table, { Provider: 'Harbour', Kind: 'SAML', Status: 'Incomplete' });
    await expect(page.getByRole('list', { name: 'Sign-in options' })).toContainText('Work');
    await checkAccessibilityAtBothWidths(page);
    await checkLayout(page);
    await table.getByRole('link', { name: 'Work' }).press('Enter');
    await expect(page).toHaveURL(provider);

    // Another person, in another browser.
    const context = await page.context().browser()?.newContext();
    if (!context) throw new Error('No browser.');
    const visitor = await context.newPage();
    const signOn = async (url: string) => {
      await visitor.goto(url);
      await visitor.getByLabel('Your address').fill('nora@press.example');
      await visitor.keyboard.press('Enter');
    };
    await signOn(start);
    await expect(visitor.getByText('Couldn’t verify the identity provider’s response')).toBeVisible();

    await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit “Work”' });
    await expect(edit.getByLabel('Client secret (optional)')).toHaveValue('');
    await edit.getByLabel('Client secret (optional)').fill(CLIENT_SECRET);
    await edit.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(edit).toBeHidden();

    // The administrator sees first what would happen.
    idp.people.set('nora@press.example', { name: 'Nora New', email_verified: false });
    await page.getByRole('button', { name: 'Test sign-in' }).press('Enter');
    await page.getByLabel('Your address').fill('nora@press.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Test of Work', level: 1 })).toBeVisible();
    await expect(page.getByText('Refuses the sign-in')).toBeVisible();
    await expect(page.getByText('Not verified: the provider says so.')).toBeVisible();
    const sentValues = page.getByRole('list', { name: 'Sent values' });
    await expect(sentValues.getByRole('listitem').filter({ hasText: 'email_verified' })).toContainText(
      'false',
    );
    await expect(sentValues.getByRole('listitem').filter({ hasText: /^name/ })).toContainText('Nora New');
    await checkAccessibilityAtBothWidths(page);
    await checkLayout(page);
    // A result that does not arrive is asked for again.
    for (const status of [503, 429, 403, 'lost'] as const) {
      await page.route(
        '**/sign-on-tests/result',
        (route) => (status === 'lost' ? route.abort() : route.fulfill({ status, body: '' })),
        { times: 1 },
      );
      await page.reload();
      await failure.press('Enter');
      await expect(page.getByText('Refuses the sign-in')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Open provider' }).press('Enter');
    await expect(page).toHaveURL(provider);
    await page.goto(screen('/members'));
    await expect(page.getByText('Nora New')).toHaveCount(0);
    await page.goto(provider);

    await context.clearCookies();
    await signOn(start);
    await expect(visitor.getByText('doesn’t say that it has confirmed your email address')).toBeVisible();
    idp.people.set('nora@press.example', { name: 'Nora New' });
    await context.clearCookies();
    await signOn(`${start}?RelayState=${organization.path('/members')}`);
    await expect(visitor).toHaveURL(screen('/members'));
    await expect(visitor.getByRole('button', { name: 'Your account: Nora New' })).toBeVisible();

    // Next time, the way leads by the address, and the session is there at once.
    await visitor.goto(screen('/sso'));
    await expect(visitor.getByRole('list', { name: 'Sign-in options' })).toContainText('Work');
    await expect(visitor.getByRole('table', { name: 'Identity providers' })).toHaveCount(0);
    await context.clearCookies();
    await visitor.goto(`${server.url}/login`);
    await visitor.getByRole('button', { name: 'Use single sign-on' }).press('Enter');
    await expect(visitor.getByLabel('Work email')).toBeFocused();
    await visitor.getByLabel('Work email').fill('nora@press.example');
    await visitor.keyboard.press('Enter');
    await visitor.getByLabel('Your address').fill('nora@press.example');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('button', { name: 'Your account: Nora New' })).toBeVisible();
    await context.close();

    await page.reload();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.goto(screen('/sso'));
    await expectRow(table, { Provider: 'Work', Status: 'Active' });
    await table.getByRole('button', { name: 'Actions for Work' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Delete identity provider “Work”?' });
    await confirmation.getByRole('textbox').fill('Work');
    await confirmation.getByRole('button', { name: 'Delete provider' }).press('Enter');
    await expect(table.getByRole('link', { name: 'Work' })).toHaveCount(0);
    await expectRow(table, { Provider: 'Harbour' });
    await expect(page.getByText('None. Members sign in without single sign-on.')).toBeVisible();
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
    await idp.close();
  }
});
