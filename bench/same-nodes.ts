/** The page of the same nodes: captured from the console, built and served. */
import react from '@vitejs/plugin-react';
import type { Browser } from 'playwright';
import { build, type Plugin } from 'vite';
import { untilQuiet } from '../e2e/support/quiet.ts';
import { openPage, type Screen, type ScreenName, type Target } from './browser.ts';
import { type BuiltSite, serveBuiltSite } from './built-site.ts';
import type { BenchEnvironment } from './environment.ts';
import { captureMarkup, frameModule, type Markup, screenModule } from './markup.ts';

/** A captured screen; `requests` were answered before its rows were visible. */
interface Capture {
  path: string;
  markup: Markup;
  firstRows: number;
  requests: string[];
}

/** Captures the screens of `console`, builds the page of the same nodes and serves it. */
export async function serveSameNodes(
  browser: Browser,
  console: Target,
  world: BenchEnvironment,
): Promise<BuiltSite> {
  const names: ScreenName[] = ['members', 'teams', 'sites', 'structure', 'inbox', 'changeRequest'];
  const captures: Capture[] = [];
  for (const name of names) {
    const screen = console.screens[name];
    if (screen !== undefined) captures.push(await captureScreen(browser, console, screen));
  }
  await build({
    configFile: false,
    root: 'bench/same-nodes',
    logLevel: 'error',
    plugins: [react(), virtualModules(describeModules(captures))],
    build: {
      outDir: '../../dist/same-nodes',
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  return await serveBuiltSite('dist/same-nodes', world);
}

async function captureScreen(browser: Browser, target: Target, screen: Screen): Promise<Capture> {
  const { page, close } = await openPage(browser, target, false, screen);
  const requests: string[] = [];
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/v1/')) requests.push(pathname + search);
  });
  await page.goto(target.origin + screen.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.benchProbe.rowsVisible > 0, undefined, { timeout: 60_000 });
  const answered = [...requests];
  await untilQuiet(page);
  await page.waitForTimeout(1000);
  const firstRows = await page.evaluate(() => window.benchProbe.firstRows);
  const markup = await page.evaluate(captureMarkup, { row: '[data-row]' });
  await close();
  return { path: screen.path, markup, firstRows, requests: answered };
}

/** The modules by their names. Only what some of the screens ask for belongs to a screen. */
function describeModules(captures: Capture[]): Map<string, string> {
  const [first] = captures;
  if (first === undefined) throw new Error('There is no screen to capture.');
  const modules = new Map([
    ['virtual:frame', `import 'virtual:console.css';\n${frameModule(first.markup)}`],
    ['virtual:console.css', captures.map(({ markup }) => markup.css).join('\n')],
  ]);
  const entries = captures.map(({ path, markup, firstRows, requests }, index) => {
    const own = requests.filter((url) => !captures.every((other) => other.requests.includes(url)));
    const code = [
      screenModule(markup),
      `export const firstRows = ${firstRows};`,
      `export const requests = ${JSON.stringify(own)};`,
      `export const isTree = ${path.endsWith('/structure')};`,
    ];
    modules.set(`virtual:screen-${index}`, code.join('\n'));
    return `{ path: ${JSON.stringify(path)}, load: () => import('virtual:screen-${index}') }`;
  });
  return modules.set('virtual:screens', `export const screens = [${entries.join(', ')}];`);
}

/** Serves modules from memory to the build. */
const virtualModules = (modules: Map<string, string>): Plugin => ({
  name: 'captured-screens',
  resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
  load: (id) => modules.get(id.replace('\0', '')),
});

/** The page has the console's URLs and selectors, and needs no session. Of the list that is scrolled it makes as many rows as it needs. */
export function sameNodesTarget(origin: string, { screens }: Target): Target {
  const { longList } = screens;
  return {
    name: 'same-nodes',
    origin,
    screens: { ...screens, ...(longList && { longList: { ...longList, path: `${longList.path}?long` } }) },
    signIn: async () => undefined,
  };
}
