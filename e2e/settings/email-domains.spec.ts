import { startDnsServer } from '#server/test/dns-server.ts';
/** From an email domain to people who join by it. */
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { expectPageFits } from '../support/layout.ts';
import { receiveMail } from '../support/mails.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

const DOMAIN = 'press.example';

test('an administrator verifies a domain; a person with an address of it joins @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(180_000);
  problems.expect(/status of 401/);
  const dns = await startDnsServer();
  const server = await startServer({ empty: true, env: { DNS_SERVERS: dns.address } });
  try {
    const organization = await createOrganization('Press', server);
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    await page.goto(`${server.url}${organization.path('/settings/access')}`);
    const form = page.getByRole('form', { name: 'New members' });
    const section = page.getByRole('region', { name: 'Email domain verification' });
    await expect(section).toHaveCount(0);
    await form.getByLabel(/^Email domains/).fill(DOMAIN);
    await form.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(section.getByText('Not verified yet')).toBeVisible();
    await section.getByRole('button', { name: 'Check now' }).press('Enter');
    const name = `_bindery-challenge.${DOMAIN}`;
    await expect(section.getByText(`There is no DNS record with the name ${name}.`)).toBeVisible();
    await checkAccessibilityAtBothWidths(page);
    await expectPageFits(page, 1440);
    dns.entries.set(name, [await section.getByText(/^bindery-domain=/).innerText()]);
    await section.getByRole('button', { name: 'Check now' }).press('Enter');
    await expect(section.getByText('Verified', { exact: true })).toBeVisible();
    const joining = section.getByRole('switch', { name: `Join with an address of ${DOMAIN}` });
    await joining.press('Space');
    await expect(joining).toHaveAttribute('aria-checked', 'true');

    // Another person, in another browser.
    const context = await page.context().browser()?.newContext();
    if (!context) throw new Error('No browser.');
    const visitor = await context.newPage();
    await visitor.goto(`${server.url}/login`);
    await visitor.getByLabel('Email address').fill(`nora@${DOMAIN}`);
    await visitor.getByRole('button', { name: 'Email me a sign-in link' }).press('Enter');
    await expect(visitor.getByText('Check your email')).toBeVisible();
    const mail = await receiveMail(`nora@${DOMAIN}`, /Make your/, server.dataFolder);
    expect(mail.text).toContain('join the organization “Press”');
    await visitor.goto(/http\S+#mail=\w+/.exec(mail.text ?? '')?.[0] ?? '');
    await visitor.getByLabel('Name').fill('Nora New');
    await visitor.getByLabel(/^Password/).fill('correct horse battery staple');
    await visitor.getByRole('button', { name: 'Create account' }).click();
    await expect(visitor).toHaveURL(new RegExp(organization.id));
    await context.close();

    await section.getByRole('button', { name: 'Remove…' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).press('Enter');
    await expect(section).toHaveCount(0);
    await page.goto(`${server.url}${organization.path('/members')}`);
    await expect(page.getByRole('link', { name: 'Nora New' })).toBeVisible();
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
    dns.close();
  }
});
