/**
 * Takes pictures of the screens, on the built console and a server with demonstration data, into docs/screens: at
 * 1440×900 and 390×844, light and dark. `npm run screens` takes all; names as arguments take only those.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { chromiumSwitches, findChromium } from '../../scripts/chromium.ts';
import { removeData, type RunningServer, startServer } from '../support/server.ts';
import { type Place, type Screen, screens } from './screens.ts';

const folder = process.env.SCREENS_FOLDER ?? 'docs/screens';
const sizes = [
  { suffix: '', width: 1440, height: 900 },
  { suffix: '-phone', width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;

/** Reads as the administrator, and knows the organization that has the most to show: the one of all the people. */
async function findPlace({ url, token }: RunningServer): Promise<Place> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`GET /v1${path} answered ${answer.status}.`);
    return answer.json();
  };
  const { items } = await read('/orgs');
  for (const { id } of items) {
    const { count } = await read(`/orgs/${id}/members?search=reader@demo.example`);
    if (count > 0) return { organizationId: id, read };
  }
  throw new Error('No organization of the demonstration data was found.');
}

async function take(
  browser: Browser,
  server: RunningServer,
  place: Place,
  wanted: readonly Screen[],
): Promise<void> {
  for (const { suffix, width, height } of sizes)
    for (const colorScheme of themes) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await context.request.post('/auth/session', {
        data: { token: server.token },
        headers: { origin: server.url },
      });
      const page = await context.newPage();
      for (const screen of wanted) {
        await page.goto(await screen.path(place));
        await page.getByText(screen.shows).first().waitFor();
        await screen.prepare?.(page);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `${folder}/${screen.name}-${colorScheme}${suffix}.png` });
      }
      await context.close();
    }
}

const names = process.argv.slice(2);
const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name));
execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches });
try {
  await take(browser, server, await findPlace(server), wanted);
  console.log(`${wanted.length * sizes.length * themes.length} pictures in ${folder}`);
} finally {
  await browser.close();
  await server.stop();
  removeData(server);
}
