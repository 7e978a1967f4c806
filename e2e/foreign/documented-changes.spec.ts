/** Every change of the console at our own server without its extensions. */
import type { Page, Request } from '@playwright/test';
import type { FaultCase } from '../faults/fault-run.ts';
import { requestPatternOf } from '../faults/operation-requests.ts';
import { expect, test } from '../fixtures.ts';
import type { FaultGroup } from '../registry.ts';
import { isDeep } from '../support/deep.ts';
import { createOrganization, type Organization } from '../support/organizations.ts';
import { removeData, type RunningServer, startServer } from '../support/server.ts';
import { documentedGroups, findUntrueText, isDocumented, submitChange } from './changes.ts';

interface PreparedChange {
  change: FaultCase;
  /** The URL of its screen. */
  url: string;
  organization: Organization;
}

/** Creates the data for the changes while the server has its extensions. */
async function prepare(
  server: RunningServer,
  group: FaultGroup,
): Promise<{ organization: Organization; prepared: PreparedChange[] }> {
  const created = await createOrganization(group.name, server);
  const withOrigin = () => ({ ...created, path: (screen?: string) => server.url + created.path(screen) });
  const shared = withOrigin();
  const prepared: PreparedChange[] = [];
  for (const change of group.cases) {
    // A copy each, because what cases share is used up by some; but rows of the tree are found by name.
    const organization = group.name === 'the tree of content' ? shared : withOrigin();
    prepared.push({ change, url: organization.path(await change.screen(organization)), organization });
  }
  return { organization: created, prepared };
}

/** Milliseconds for a step that may not be offered. */
const patience = 2000;

/**
 * Tries a change that needs an extension.
 *
 * @returns the request that was sent although the server doesn't have its operation; null if none was
 */
async function tryChange(page: Page, { change, url, organization }: PreparedChange): Promise<string | null> {
  const { method, path } = requestPatternOf(change.operation);
  const isChange = (request: Request) =>
    request.method() === method && path.test(new URL(request.url()).pathname);
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (isChange(request)) requests.push(request);
  });
  page.setDefaultTimeout(patience);
  try {
    await page.goto(url, { timeout: 30_000 });
    await page.getByRole('main').first().waitFor({ timeout: 10_000 });
    // By then the console knows what the server has.
    await page.waitForLoadState('networkidle', { timeout: 10_000 });
    await change.open?.(page, organization);
    await change.submit(page);
    if (requests.length === 0) await page.waitForRequest(isChange);
  } catch {
    // It is not offered, or not sent.
  }
  return requests[0] ? `${method} ${new URL(requests[0].url()).pathname}` : null;
}

for (const group of isDeep ? documentedGroups : [])
  test(
    `an administrator makes every change at our server without its extensions: ${group.name}`,
    { tag: '@foreign' },
    async ({ browser, problems }) => {
      test.setTimeout(600_000);
      problems.expect(/status of (404|405)/);
      const complete = await startServer({ empty: true });
      const { port, dataFolder } = complete;
      let server = complete;
      const problemsByChange: Record<string, string> = {};
      try {
        const { organization, prepared } = await prepare(complete, group);
        await complete.stop();
        server = await startServer({ dataFolder, port, env: { DOCUMENTED_ONLY: 'true' } });
        for (const each of prepared) {
          const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
          const page = await context.newPage();
          page.setDefaultTimeout(10_000);
          const signedIn = await page.request.post(`${server.url}/auth/session`, {
            data: { token: organization.admin.token },
          });
          expect(signedIn.ok()).toBe(true);
          const problem = isDocumented(each.change)
            ? await submitChange(page, each.url, each.organization, { ...each.change, needsReload: true })
            : await tryChange(page, each);
          const untrue = problem ?? (await findUntrueText(page));
          if (untrue !== null) problemsByChange[each.change.name] = untrue;
          await context.close();
        }
        expect(
          problemsByChange,
          'changes that didn’t work, were offered without their operation, or were told untruly',
        ).toEqual({});
      } finally {
        await server.stop();
        removeData(server);
      }
    },
  );
