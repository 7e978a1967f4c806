import { createSite, getSiteStructure } from '#api/generated/sdk.gen.ts';
import { GitPeer } from '#server/test/git/git-peer.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

const structure = (condition: string) => `# The yard's documentation.
site:
  title: Harbor
  structure:
    - type: section
      key: guides
      title: Guides
      path: guides
      children:
        - type: space
          key: english
          title: English
          path: en${condition}
          content: { directory: ./guides/en, language: en }
`;
const book = (condition: string) => ({
  'docs.yaml': structure(condition),
  'guides/en/README.md': '# Start\n\nWelcome.\n',
  'guides/en/SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n',
});
const onlyPartners = '\n          condition: visitor.claims.partner == true';

test('an administrator connects a site with a docs.yaml, and says yes to what shows more', async ({
  page,
}) => {
  const peer = await GitPeer.start();
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const clone = await peer.create('docs');
    await clone.commit(book(onlyPartners), 'Begin');
    const organization = await createOrganization('Git', server);
    const { client, token } = organization.admin;
    const path = { organizationId: organization.id };
    const { data: site } = await createSite({ client, path, body: { title: 'Harbor' }, throwOnError: true });
    const structureNow = async () =>
      JSON.stringify(
        (await getSiteStructure({ client, path: { ...path, siteId: site.id }, throwOnError: true })).data,
      );
    await page.request.post(`${server.url}/auth/session`, { data: { token } });
    await page.goto(`${server.url}${organization.path(`/sites/${site.id}/git`)}`);

    const form = page.getByRole('form', { name: 'Connect a repository' });
    await form.getByLabel('Address').fill(peer.urlOf('docs'));
    await form.getByRole('button', { name: 'Check access' }).press('Enter');
    await form.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(form.getByLabel('Directory of docs.yaml').locator('option:checked')).toHaveText(
      'Root of the repository · 1 section and 1 space',
    );
    await form.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(form.getByLabel(/^That of docs.yaml/)).toBeChecked();
    await expect(form.getByRole('listitem')).toHaveText(['guides/en']);
    await checkAccessibility(page);
    await form.getByRole('button', { name: 'Connect' }).press('Enter');
    await expect(page.getByRole('link', { name: 'English', exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(
      page.getByRole('table', { name: 'Syncs of the structure' }).getByRole('row'),
    ).not.toHaveCount(0);
    await expect.poll(structureNow, { timeout: 60_000 }).toContain('"guides"');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAccessibility(page);
    }

    await clone.commit(book(''), 'Show it to everybody');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(page.getByText('A commit waits for your yes')).toBeVisible({ timeout: 60_000 });
    expect(await structureNow()).toContain('partner');
    await page.getByRole('button', { name: /^Take over/ }).click();
    const question = page.getByRole('dialog');
    await checkAccessibility(page, '[role="dialog"]');
    await question.getByRole('button', { name: 'Take over' }).click();
    await expect.poll(structureNow, { timeout: 60_000 }).not.toContain('partner');
    await expect(page.getByText('A commit waits for your yes')).toHaveCount(0);

    await page.getByRole('button', { name: 'Disconnect…' }).click();
    await question.getByRole('button', { name: 'Disconnect' }).click();
    await expect(form).toBeVisible();
    expect(await structureNow()).toContain('"guides"');
  } finally {
    // It would go on asking a server that is no more.
    await page.goto('about:blank');
    await server.stop();
    removeData(server);
    await peer.stop();
  }
});
