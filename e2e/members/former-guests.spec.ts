/** Guests who saw spaces by default levels before an upgrade: listed, granted what they saw, or left without it. */
import { createSpace, updateSpace } from '#api/generated/sdk.gen.ts';
import { listFormerGuests } from '#server/resources/guest-access/testing/former-guests.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createOrganization, type Organization } from '../support/organizations.ts';
import { removeData, type RunningServer, startServer } from '../support/server.ts';

/** Spaces that all members read by default. */
async function createOpenSpaces({ admin: { client }, id }: Organization, titles: string[]): Promise<void> {
  for (const title of titles) {
    const { data } = await createSpace({
      client,
      path: { organizationId: id },
      body: { title },
      throwOnError: true,
    });
    await updateSpace({
      client,
      path: { spaceId: data.id },
      body: { defaultLevel: 'read' },
      throwOnError: true,
    });
  }
}

test('an administrator grants guests what they saw before an upgrade, and leaves one without it @details', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const first = await startServer({ empty: true });
  let server: RunningServer | undefined;
  try {
    const organization = await createOrganization('Harbour press', first);
    const { admin } = organization;
    for (const name of ['Gisela Gast', 'Hana Host', 'Ida Inn']) await organization.addPerson('guest', name);
    await createOpenSpaces(organization, ['Tides', 'Ropes', 'Buoys', 'Anchors', 'Charts']);
    await first.stop();
    await listFormerGuests(first.dataFolder);
    server = await startServer({ empty: true, dataFolder: first.dataFolder, port: first.port });
    const { url } = server;
    const session = { data: { token: admin.token }, headers: { origin: url } };
    expect((await page.context().request.post(`${url}/auth/session`, session)).ok()).toBe(true);

    await page.goto(`${url}${organization.path('/members')}`);
    await expect(page.getByText('3 guests can’t see spaces any more')).toBeVisible();
    await page.getByRole('link', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Guests who see less' });
    const guests = dialog.getByRole('list', { name: 'Guests' }).getByRole('listitem');
    await expect(guests).toHaveCount(3);
    await expect(guests.filter({ hasText: 'Gisela Gast' })).toContainText(/5 spaces: .* and 2 more/);
    await checkAccessibility(page, '[role="dialog"]');
    await dialog.getByRole('checkbox', { name: 'Ida Inn' }).uncheck();
    await expect(dialog.getByRole('checkbox', { name: /^All 3 guests/ })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Grant access' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Granted 2 guests access' })).toBeVisible();
    await expect(guests).toHaveCount(1);
    await dialog.getByRole('checkbox', { name: 'Ida Inn' }).check();
    await dialog.getByRole('button', { name: 'Leave as it is' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('can’t see spaces any more')).toHaveCount(0);
    await page.getByRole('link', { name: 'Gisela Gast' }).click();
    await expect(page.getByRole('tab', { name: 'Spaces 5' })).toBeVisible();
  } finally {
    await (server ?? first).stop();
    removeData(first);
  }
});
