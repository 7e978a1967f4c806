/** A person with an account links the identity provider of their organization, which is a real one on this machine. */
import { OidcProvider } from '../../server/test/sign-on/oidc-provider.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { receiveMail } from '../support/mails.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

test('a person whose address has an account links single sign-on to it, once, and unlinks it, by keyboard @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(180_000);
  problems.expect(/status of 401.*auth\/refresh/, /status of 409.*credentials\/identities/);
  // The provider has no icon.
  problems.expect(/status of 404.*favicon/);
  const idp = await OidcProvider.start();
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const organization = await createOrganization('Press', server);
    const { admin } = organization;
    const created = await page.request.post(`${server.url}/v1/orgs/${organization.id}/oidc`, {
      headers: { authorization: `Bearer ${admin.token}` },
      data: idp.settings,
    });
    const { service } = await created.json();
    idp.register(service.redirectURL);
    idp.people.set('ada-at-work', { email: admin.email });
    const signOn = async () => {
      await page.goto(`${service.startURL}?RelayState=${organization.path('/members')}`);
      await page.getByLabel('Your address').fill('ada-at-work');
      await page.keyboard.press('Enter');
    };

    await signOn();
    await expect(page.getByText('You already have an account')).toBeVisible();
    await checkAccessibilityAtBothWidths(page);
    await page.getByRole('button', { name: 'Use a sign-in link or API token' }).press('Enter');
    await page.getByLabel('Sign-in link or API token').fill(admin.token);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link Work to your account?' });
    await expect(dialog.getByText(admin.email)).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toBeFocused();
    await checkAccessibilityAtBothWidths(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Work linked')).toBeVisible();
    const section = page.getByRole('region', { name: 'Single sign-on' });
    await expect(section.getByText(admin.email)).toBeVisible();
    await checkAccessibilityAtBothWidths(page);

    // The last way in stays: this person has neither a password nor a passkey.
    const unlink = section.getByRole('button', { name: 'Unlink Work…' });
    await unlink.press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Unlink Work?' });
    await confirmation.getByRole('button', { name: 'Unlink' }).press('Enter');
    await expect(confirmation.getByText('Add a password or passkey first.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set password…' }).press('Enter');
    await page.getByLabel('New password', { exact: true }).fill('eleven lamps along the pier');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();
    await unlink.press('Enter');
    await confirmation.getByRole('button', { name: 'Unlink' }).press('Enter');
    await expect(section.getByText('Not linked.')).toBeVisible();

    // From the account's page, and declined the first time.
    const link = section.getByRole('button', { name: 'Link Work…' });
    await link.press('Enter');
    await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
    await expect(dialog).toBeHidden();
    await link.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(section.getByText(admin.email)).toBeVisible();

    await page.context().clearCookies();
    await signOn();
    await expect(page).toHaveURL(`${server.url}${organization.path('/members')}`);
    await expect(page.getByRole('button', { name: 'Your account: Ada Admin' })).toBeVisible();
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
    await idp.close();
  }
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('an invited person confirms the first single sign-on: by mail, and by an administrator’s link @repeats', async ({
  browser,
  page,
  problems,
}) => {
  test.setTimeout(180_000);
  problems.expect(/status of 401.*auth\/refresh/, /status of 404.*favicon/);
  const idp = await OidcProvider.start();
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const organization = await createOrganization('Press', server);
    const { admin } = organization;
    const send = async (path: string, data: object) => {
      const url = `${server.url}/v1/orgs/${organization.id}${path}`;
      const headers = { authorization: `Bearer ${admin.token}` };
      return (await page.request.post(url, { headers, data })).json();
    };
    const { service } = await send('/oidc', idp.settings);
    idp.register(service.redirectURL);
    const people = { 'mia-at-work': 'mia@press.example', 'noa-at-work': 'noa@demo.example' };
    for (const [subject, email] of Object.entries(people)) idp.people.set(subject, { email });
    const invited = await send('/invites', { emails: Object.values(people), role: 'read' });
    await page.request.patch(`${server.url}/v1/orgs/${organization.id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
      data: { sso: true },
    });
    const signOn = async (subject: string) => {
      await page.goto(`${service.startURL}?RelayState=${organization.path('/members')}`);
      await page.getByLabel('Your address').fill(subject);
      await page.keyboard.press('Enter');
    };
    const confirmAndEnter = async (link: string, subject: string, email: string) => {
      await page.goto(link);
      await expect(page.getByText(`You sign in as ${email}.`)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Link Work to your account?' })).toBeVisible();
      await checkAccessibilityAtBothWidths(page);
      await page.keyboard.press('Enter');
      // The provider still knows the browser, or asks once more.
      await expect(async () => {
        const question = page.getByLabel('Your address');
        if (await question.isVisible()) {
          await question.fill(subject);
          await page.keyboard.press('Enter');
        }
        await expect(page).toHaveURL(`${server.url}${organization.path('/members')}`, { timeout: 3000 });
      }).toPass();
      // A request of the page could bring a cookie back.
      await page.goto('about:blank');
      await page.context().clearCookies();
    };

    await signOn('mia-at-work');
    await expect(page.getByText('Check your email')).toBeVisible();
    await checkAccessibilityAtBothWidths(page);
    const { text = '' } = await receiveMail(
      'mia@press.example',
      /^Confirm your single sign-on/,
      server.dataFolder,
    );
    const [mailed = ''] = /https?:\S+#mail=\S+/.exec(text) ?? [];
    await confirmAndEnter(mailed, 'mia-at-work', 'mia@press.example');

    // The demonstration's people get no mail.
    await signOn('noa-at-work');
    await expect(page.getByText('Ask for a sign-in link')).toBeVisible();
    await checkAccessibilityAtBothWidths(page);
    const office = await browser.newPage();
    await office.context().request.post(`${server.url}/auth/session`, { data: { token: admin.token } });
    await office.goto(`${server.url}${organization.path(`/members/${invited.users[1]}`)}`);
    await office.getByRole('button', { name: 'Create sign-in link…' }).press('Enter');
    await office.getByRole('dialog').getByRole('button', { name: 'Create link' }).press('Enter');
    const linkField = office
      .getByRole('dialog', { name: 'Sign-in link for noa' })
      .getByLabel('Sign-in link', { exact: true });
    await checkAccessibilityAtBothWidths(office);
    const passedOn = (await linkField.textContent()) ?? '';
    await office.close();
    await confirmAndEnter(passedOn, 'noa-at-work', 'noa@demo.example');
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
    await idp.close();
  }
});
