import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSiteStructure, listOrganizations, listSites } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { clientOf } from '../support/organizations.ts';
import { captureSiteChanges } from '../support/sent-requests.ts';
import { removeData, startServer } from '../support/server.ts';
import { chooseView, dragOver, treeRow } from '../support/site-structures.ts';

const SECTIONS = 1000;
/** More rows would mean the tree isn't virtualized. */
const MAX_ROWS = 80;

const title = `an administrator opens, scrolls and reorders a site of ${SECTIONS} sections`;
// `npm test` has a large tree of content, which is the same component.
if (isDeep)
  test(title, { tag: '@large' }, async ({ page }) => {
    test.setTimeout(300_000);
    const dataFolder = mkdtempSync(join(tmpdir(), 'bindery-large-'));
    const env = { ADMIN_TOKEN: 'test-large-0123456789abcdef0123456789' };
    execFileSync(
      process.execPath,
      ['--liftoff-only', 'dist/server/main.js', 'seed', '--sections', String(SECTIONS)],
      {
        env: { ...process.env, ...env, DATA_DIR: dataFolder },
      },
    );
    const server = await startServer({ dataFolder, env });
    try {
      const client = clientOf(server.url, env.ADMIN_TOKEN);
      const organizations = await listOrganizations({ client, throwOnError: true });
      const sites = await Promise.all(
        organizations.data.items.map(({ id }) =>
          listSites({ client, path: { organizationId: id }, throwOnError: true }).then(({ data }) =>
            data.items.map((site) => ({ organizationId: id, siteId: site.id, siteSpaces: site.siteSpaces })),
          ),
        ),
      );
      const largest = sites.flat().toSorted((a, b) => b.siteSpaces - a.siteSpaces)[0];
      if (!largest) throw new Error('The seeded server has no site.');
      const { organizationId, siteId } = largest;
      const path = { organizationId, siteId };
      const { data } = await getSiteStructure({ client, path, throwOnError: true });
      const top = data.structure.flatMap((entry) => ('title' in entry ? [entry.title] : []));

      await page.context().request.post(`${server.url}/auth/session`, { data: { token: env.ADMIN_TOKEN } });
      await page.goto(`${server.url}/o/${organizationId}/sites/${siteId}/structure`);
      const rows = page.getByRole('treeitem');
      await rows.first().waitFor();
      await chooseView(page, 'Expand all');
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      const count = await page.getByRole('tree').evaluate((tree) => tree.scrollHeight / 36);
      expect(count).toBeGreaterThan(SECTIONS * 2);
      expect(await rows.count()).toBeLessThan(MAX_ROWS);

      await chooseView(page, 'Collapse all');
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      const requests = await captureSiteChanges(page);
      const [last = '', before = ''] = top.toReversed();
      await expect(treeRow(page, last)).toBeVisible();
      await dragOver(page, last, before, 'upper');
      expect(await rows.count()).toBeLessThan(MAX_ROWS);
      await page.mouse.up();
      await expect.poll(() => requests.length).toBeGreaterThan(0);
      await expect
        .poll(async () => {
          const now = await getSiteStructure({ client, path, throwOnError: true });
          return now.data.structure.flatMap((entry) => ('title' in entry ? [entry.title] : [])).slice(-2);
        })
        .toEqual([last, before]);
      expect(await rows.count()).toBeLessThan(MAX_ROWS);
    } finally {
      await server.stop();
      removeData(server);
    }
  });
