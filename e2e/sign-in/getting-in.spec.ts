/** The screens of getting in: looked at, and under faults. Both on the same new servers, whose start takes longest. */
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { expectFailure } from '../faults/fault-run.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibility, checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { isDeep } from '../support/deep.ts';
import { checkLayout } from '../support/layout.ts';
import { untilQuiet } from '../support/quiet.ts';
import { setUpCase, signInCases } from './faults.ts';
import { type NewServers, startNewServers } from './new-server.ts';
import { signInScreens } from './screens.ts';

/**
 * Faults before the server has executed the change; `npm test` takes one of them for each change, round
 * robin.
 */
const faults = [500, 503, 429, 'offline', 'no response'] as const;

test.describe('a person who gets in', { tag: '@faults' }, () => {
  test.describe.configure({ mode: 'serial' });
  let servers: NewServers;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    servers = await startNewServers();
  });
  test.afterAll(() => servers?.close());

  test('can access every screen', async ({ page, problems }) => {
    test.setTimeout(400_000);
    // A signed-out browser requests its session once and gets none; one link was used; the provider has no icon.
    problems.expect(/status of 401.*auth\/refresh/, /status of 409.*email\/code/, /status of 404.*favicon/);
    const visited = isDeep ? signInScreens : signInScreens.filter((_, index) => index % 3 === 0);
    for (const { name, expectedText, open } of visited)
      await test.step(name, async () => {
        await open(page, servers);
        await expect(page.getByText(expectedText).filter({ visible: true }).first()).toBeVisible();
        await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
        await (isDeep ? checkAccessibilityAtBothWidths : checkAccessibility)(page);
        await checkLayout(page);
      });
  });

  test('loses nothing under any fault', async ({ page, problems }) => {
    test.setTimeout(300_000);
    problems.expect(/status of (500|503|429|403|401)/, /^50[03] /, /ERR_/, /status of 404.*favicon/);
    const proxy = await startFaultProxy(servers.url);
    const empty = await startFaultProxy(new URL(servers.setUpLink).origin);
    // Behind the server's clock, so that what passes here expires nothing there.
    await page.clock.install({ time: Date.now() - 3_600_000 });
    const cases = [...signInCases, setUpCase];
    const made = isDeep ? cases : cases.filter((_, index) => index % 3 === 0);
    for (const [index, one] of made.entries())
      await test.step(one.name, async () => {
        const through = one === setUpCase ? empty : proxy;
        await page.goto('about:blank');
        await one.open(page, servers, through.url);
        const faultsOfCase = one.faults ?? faults.filter((_, at) => isDeep || at === index % faults.length);
        for (const fault of faultsOfCase) await expectFailure({ page, proxy: through }, one, fault);
        await one.submit(page);
        await one.expectDone(page);
        await untilQuiet(page);
      });
    await page.close();
    await Promise.all([proxy.close(), empty.close()]);
  });
});
