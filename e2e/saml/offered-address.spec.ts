/** A person whose account has a UPN as its address takes the one that the provider mails to. */
import { createSamlProvider } from '#api/generated/sdk.gen.ts';
import { IdentityProvider } from '../../server/test/sign-on/identity-provider.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { checkLayout } from '../support/layout.ts';
import { receiveMail } from '../support/mails.ts';
import { openProviderPage } from './identity-provider-page.ts';

test('a person is offered the mailed address after signing in, and confirms it, by keyboard @details', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(
    /status of 401.*auth\/refresh/,
    /status of 403.*auth\/credentials/,
    /status of 503/,
    /^503 /,
  );
  const domain = `${organization.id.toLowerCase()}.example`;
  const [upn, mail] = [`nora@upn.${domain}`, `nora@${domain}`];
  const idp = new IdentityProvider();
  const service = { acsURL: '', entityID: '', startURL: '' };
  let attributes: Record<string, string> = {};
  const provider = await openProviderPage(({ requestId }) => {
    const { acsURL, entityID: audience } = service;
    const fields = { requestId, acsURL, audience, email: upn, attributes, now: new Date() };
    return { acsURL, xml: idp.response(fields) };
  });
  const { data } = await createSamlProvider({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { ...idp.settings, ssoURL: provider.ssoURL },
    throwOnError: true,
  });
  Object.assign(service, data.service);
  const screen = organization.path('/members');
  const signOn = () => page.goto(`${service.startURL}?RelayState=${screen}`);

  await signOn();
  await expect(page).toHaveURL(screen);
  attributes = { mail };
  await signOn();
  const dialog = page.getByRole('dialog', { name: 'Use this email address?' });
  await expect(dialog.getByRole('definition').filter({ hasText: mail })).toBeVisible();
  await expect(dialog.getByRole('definition').filter({ hasText: upn })).toBeVisible();
  await checkAccessibilityAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(page).toHaveURL(screen);

  // It asks once, and stays on the account's page.
  await signOn();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await page.goto('/account');
  const use = page.getByRole('button', { name: 'Use it…' });
  await expect(page.getByText('Your identity provider has another email address for you')).toBeVisible();
  await expect(page.getByText('Your identity provider signs you in.')).toBeVisible();
  await expect(page.getByText('Request ID')).toHaveCount(0);
  await checkAccessibilityAtBothWidths(page);
  await checkLayout(page);
  await use.press('Enter');
  const address = '**/auth/credentials/offered-email';
  await page.route(address, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  const send = dialog.getByRole('button', { name: 'Send link' });
  await send.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await send.press('Enter');
  await expect(page.getByText('Check your email')).toBeVisible();
  await expect(dialog).toBeHidden();

  const { text = '' } = await receiveMail(mail, /^Confirm your new email address/);
  await page.goto('about:blank');
  await page.goto(/https?:\S+#confirm-email=\S+/.exec(text)?.[0] ?? '');
  await expect(dialog.getByRole('definition').filter({ hasText: upn })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use address' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(use).toHaveCount(0);
  await signOn();
  await expect(page.getByRole('table', { name: 'Members' }).getByText(mail)).toBeVisible();
  await provider.close();
});
