import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listContent, listOrganizations } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { clientOf } from '../support/organizations.ts';
import { captureChanges } from '../support/sent-requests.ts';
import { removeData, startServer } from '../support/server.ts';
import { chooseView, treeRows } from '../support/site-structures.ts';

const SPACES = isDeep ? 2000 : 150;
/** More rows would mean the list isn't virtualized. */
const MAX_ROWS = 80;

const title = `an administrator opens, scrolls and reorders a tree of ${SPACES} spaces`;
test(title, { tag: '@large' }, async ({ page }) => {
  test.setTimeout(600_000);
  const dataFolder = mkdtempSync(join(tmpdir(), 'bindery-large-'));
  const env = { ADMIN_TOKEN: 'test-large-0123456789abcdef0123456789' };
  execFileSync(
    process.execPath,
    ['--liftoff-only', 'dist/server/main.js', 'seed', '--spaces', String(SPACES)],
    {
      env: { ...process.env, ...env, DATA_DIR: dataFolder },
    },
  );
  const server = await startServer({ dataFolder, env });
  try {
    const client = clientOf(server.url, env.ADMIN_TOKEN);
    const organizations = await listOrganizations({ client, throwOnError: true });
    const counts = await Promise.all(
      organizations.data.items.map(async ({ id }) => {
        const path = { organizationId: id };
        const { data } = await listContent({ client, path, query: { limit: 1 }, throwOnError: true });
        return { id, count: data.count };
      }),
    );
    const largest = counts.toSorted((a, b) => b.count - a.count)[0];
    if (!largest) throw new Error('The seeded server has no organization.');
    expect(largest.count).toBeGreaterThan(SPACES);

    await page.context().request.post(`${server.url}/auth/session`, { data: { token: env.ADMIN_TOKEN } });
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) requested.push(request.url());
    });
    await page.goto(`${server.url}/o/${largest.id}/content`);
    const rows = treeRows(page);
    await rows.first().waitFor();
    const outline = requested.filter((url) => url.includes('/content'));
    expect(outline).toHaveLength(Math.ceil(largest.count / 1000));
    expect(requested.length - outline.length).toBeLessThan(12);
    const total = page.getByText(/^[\d,]+ collections? and [\d,]+ spaces$/);
    const text = await total.textContent();
    const shown = (text ?? '').match(/[\d,]+/g)?.map((number) => Number(number.replaceAll(',', ''))) ?? [];
    expect(shown.reduce((sum, number) => sum + number, 0)).toBe(largest.count);

    await chooseView(page, 'Expand all');
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('End');
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5000);
    const requests = await captureChanges(page);
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => requests.length).toBe(1);
    expect(requests[0]?.path).toMatch(/\/(spaces|collections)\/\w+\/move$/);
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
  } finally {
    // The tree is being refetched; it is no longer visible.
    await page.goto('about:blank');
    await server.stop();
    removeData(server);
  }
});
