/** The console at our own server without its extensions. */
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Screen } from '../screens/screen.ts';
import { screens } from '../screens/screens.ts';
import { isDeep } from '../support/deep.ts';
import { openDemonstration } from '../support/demonstration.ts';
import { removeData, startServer } from '../support/server.ts';
import { countChanges, documentedChanges } from './changes.ts';
import { documentedOnly } from './expectations.ts';
import { columnOf, figuresOf, readColumn, writeColumn } from './matrix.ts';
import { signInAt, sweep, type SweptServer } from './sweep.ts';

const column = '`--documented-only`';

/** The requests of a page to the API. */
function followRequests(page: Page): Pick<SweptServer, 'requests' | 'pending'> {
  const requests: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/v1')) return;
    open.add(request);
    requests.push(`${request.method()} ${pathname}${search}`);
  });
  page.on('response', (response) => open.delete(response.request()));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    requests,
    get pending() {
      return open.size;
    },
  };
}

const writesTable = process.env.WRITE_TABLE !== undefined;

/** `npm test` goes through every fifth screen of those that show something else than with extensions. */
const differs = ({ name }: Screen): boolean => name in documentedOnly || readColumn(column)[name] !== 'works';
const visitsAll = isDeep || writesTable;
const visited = visitsAll ? screens : screens.filter(differs).filter((_, index) => index % 5 === 0);

const title = `a person uses ${visitsAll ? 'every screen' : 'screens'} at our server without its extensions`;
test(title, { tag: '@foreign' }, async ({ page, problems }) => {
  test.setTimeout(900_000);
  problems.expect(/status of (404|405)/);
  const complete = await startServer();
  const { port, dataFolder } = complete;
  let server = complete;
  try {
    const demonstration = await openDemonstration(complete);
    // Some are read from lists that are extensions.
    const paths = new Map<Screen, string>();
    for (const screen of visited) paths.set(screen, await screen.path(demonstration));
    await complete.stop();
    server = await startServer({ dataFolder, port, env: { DOCUMENTED_ONLY: 'true' } });
    await demonstration.signIn(page.context());
    const requests = followRequests(page);
    await page.goto(demonstration.path('/preferences'));
    const swept = await sweep(
      page,
      Object.assign(requests, {
        expectations: documentedOnly,
        pathOf: (screen: Screen) => Promise.resolve(paths.get(screen) ?? ''),
      }),
      visited,
      { timeout: 10_000 },
    );
    const states = columnOf(swept);
    const figures = figuresOf(states, countChanges(documentedChanges));
    if (writesTable) {
      writeColumn(column, states);
      writeColumn(column, figures, 'figures');
    }
    expect(swept.filter(({ problems: found }) => found.length > 0)).toEqual([]);
    const cells = readColumn(column);
    const names = screens.map(({ name }) => name);
    expect(Object.keys(cells).toSorted(), 'the screens of docs/other-servers.md').toEqual(names.toSorted());
    expect(cells, 'the table in docs/other-servers.md').toMatchObject(states);
    if (isDeep)
      expect(readColumn(column, 'figures'), 'the figures in docs/other-servers.md').toEqual(figures);
  } finally {
    await page.goto('about:blank');
    await server.stop();
    removeData(server);
  }
});

if (isDeep)
  test(
    'an administrator uses our server without its extensions from the console of another',
    { tag: '@foreign' },
    async ({ page, documentedServer, problems }) => {
      problems.expect(/status of (401|404|405)/);
      const { organization, removeExtensions } = documentedServer;
      await removeExtensions();
      const { origin } = new URL(organization.path());
      // As a proxy before it, which allows other origins.
      await page.route(`${origin}/**`, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), 'access-control-allow-origin': '*' };
        await route.fulfill({ response, headers });
      });
      await signInAt(page, { url: origin, token: organization.admin.token });
      await page.goto(`/o/${organization.id}/translations/new`);
      const dialog = page.getByRole('dialog', { name: 'New translation settings' });
      await dialog.getByLabel('Title').fill('German handbook');
      await dialog.getByRole('button', { name: 'Create settings' }).click();
      await expect(page.getByRole('heading', { name: 'German handbook', level: 1 })).toBeVisible();
      // Which it doesn't have.
      await expect(page.getByRole('heading', { name: 'Instructions' })).toHaveCount(0);
    },
  );
