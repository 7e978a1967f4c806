/**
 * `npm run dev:times`: how long a developer waits for a change. Starts `npm run dev`, changes a label, a shared
 * label, a route, a style and a line of the server (and undoes it), and prints the seconds until each is seen, and whether
 * the page was loaded again.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { chromiumArgs, findChromium } from './chromium.ts';
import { findFreePort } from './free-port.ts';

/** Only ends a run that hangs. */
const PATIENCE_MS = 60_000;

interface Change {
  name: string;
  file: string;
  from: string;
  to: string;
  /** Resolves once the change is seen. */
  isSeen: (page: Page) => Promise<unknown>;
}

const hasHeading = (text: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name: text }).waitFor({ timeout: PATIENCE_MS });

const changes: readonly Change[] = [
  {
    name: 'shared label',
    file: 'src/domain/roles/role-labels.ts',
    from: `return 'Guest'`,
    to: `return 'External person'`,
    isSeen: (page) =>
      page.getByRole('table').getByText('External person').first().waitFor({ timeout: PATIENCE_MS }),
  },
  {
    name: 'label of a screen',
    file: 'src/features/members/list-tools.tsx',
    from: 'label="Search by name or email"',
    to: 'label="Look for members"',
    isSeen: (page) => page.getByRole('searchbox', { name: 'Look for members' }).waitFor(),
  },
  {
    name: 'route',
    file: 'src/routes/_shell/o.$organizationId/members.tsx',
    from: '      title="Members"\n      count',
    to: '      title="All members"\n      count',
    isSeen: hasHeading('All members'),
  },
  {
    name: 'style',
    file: 'src/styles/frame.css',
    from: '  & > h1 {',
    to: '  & > h1 {\n    letter-spacing: 7px;',
    isSeen: (page) =>
      page.waitForFunction(() =>
        [...document.querySelectorAll('h1')].some((each) => getComputedStyle(each).letterSpacing === '7px'),
      ),
  },
  {
    name: 'line of the server',
    file: 'server/plugins/health.ts',
    from: `({ status: 'ok' }));\n  app.get('/readyz'`,
    to: `({ status: 'fine' }));\n  app.get('/readyz'`,
    async isSeen(page) {
      const read = () =>
        page.evaluate(() =>
          fetch('/livez').then(
            (answer) => answer.text(),
            () => '',
          ),
        );
      while (!(await read()).includes('fine')) await page.waitForTimeout(50);
    },
  },
];

/** Refuses to run where one of the files has been changed: it is written over, and back. */
function assertUnchanged(): void {
  const files = changes.map(({ file }) => file);
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { encoding: 'utf8' });
  if (changed !== '')
    throw new Error(`Commit or undo these first; they are changed for a moment:\n${changed}`);
}

async function startDevelopment(dataDirectory: string) {
  const port = await findFreePort();
  const child = spawn('npm', ['run', 'dev'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      INSPECT: `127.0.0.1:${await findFreePort()}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const link = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const link = /http:\S+\/login#code=\S+/.exec(output);
      if (link) resolve(link[0]);
    });
    child.on('exit', () => reject(new Error(`npm run dev ended:\n${output}`)));
  });
  return { child, link };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

assertUnchanged();
const folder = mkdtempSync(join(tmpdir(), 'bindery-dev-'));
const started = performance.now();
const { child, link } = await startDevelopment(join(folder, 'data'));
console.log(`${seconds(started)} s until the sign-in link`);
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
try {
  const page = await browser.newPage();
  page.on('console', (message) => message.type() === 'error' && console.log(`  error: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`  uncaught: ${error.message}`));
  await page.goto(link);
  const opened = performance.now();
  await page.getByRole('link', { name: 'Skerry' }).first().click();
  await page.getByRole('link', { name: 'Members' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  console.log(`${seconds(opened)} s until the members are shown`);
  for (const { name, file, from, to, isSeen } of changes) {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const before = readFileSync(file, 'utf8');
    if (!before.includes(from)) throw new Error(`${file} has no “${from}” any more.`);
    try {
      const saved = performance.now();
      writeFileSync(file, before.replace(from, to));
      await isSeen(page);
      const time = seconds(saved);
      await page.waitForTimeout(500);
      const isKept = await page.evaluate(() => 'isSamePage' in window);
      console.log(`${time} s ${name}${isKept ? '' : ', after a reload of the page'}`);
    } finally {
      writeFileSync(file, before);
    }
    await page.waitForTimeout(1000);
  }
} finally {
  await browser.close();
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
