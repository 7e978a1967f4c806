/** What people run with Node, tried with the newest release of each supported version, which the registry has. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { addCounts, noCounts, type TestCounts } from './test-counts.ts';

const majors = [22, 24];
const startLimitMs = 5 * 60_000;

/** For each version: the build, a start of what was built, and the server tests. */
export async function testNodeVersions(databaseUrl: string | undefined): Promise<TestCounts> {
  const counts: TestCounts[] = [];
  for (const major of majors) {
    const folder = mkdtempSync(join(tmpdir(), `bindery-node-${major}-`));
    try {
      counts.push(await testVersion(major, folder, databaseUrl));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return addCounts(counts);
}

async function testVersion(
  major: number,
  folder: string,
  databaseUrl: string | undefined,
): Promise<TestCounts> {
  const name = `node-linux-${process.arch}`;
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const installed = spawnSync('npm', ['install', ...flags, `${name}@${major}`], { encoding: 'utf8' });
  if (installed.status !== 0)
    return { ...noCounts, notices: [`NODE ${major} NOT TESTED. ${installed.stderr.trim()}`] };
  const path = `${join(folder, 'node_modules', name, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH: path, TEST_DATABASE_URL: databaseUrl ?? '' };
  const version = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  console.log(`\n=== Node ${version}`);
  const run = (...args: string[]) => spawnSync('npm', args, { env, stdio: 'inherit' }).status === 0;
  const steps: [step: string, isDone: () => boolean | Promise<boolean>][] = [
    ['npm run build', () => run('run', 'build')],
    ['npm start', () => starts(env, join(folder, 'data'))],
    ['npm test -- server', () => run('test', '--', 'server')],
  ];
  const failures: string[] = [];
  for (const [step, isDone] of steps) if (!(await isDone())) failures.push(`${step} with Node ${version}`);
  return {
    ...noCounts,
    passed: steps.length - failures.length,
    failed: failures.length,
    failures,
  };
}

/** Whether a server starts on an empty folder, answers and stops by itself when it is asked to. */
async function starts(env: NodeJS.ProcessEnv, dataFolder: string): Promise<boolean> {
  const port = await findFreePort();
  const server = spawn('node', ['scripts/bindery.mjs', 'serve', '--empty'], {
    env: { ...env, PORT: String(port), DATA_DIR: dataFolder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(server, 'exit');
  const deadline = Date.now() + startLimitMs;
  let isReady = false;
  while (!isReady && server.exitCode === null && Date.now() < deadline) {
    await sleep(200);
    isReady = await fetch(`http://localhost:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  server.kill('SIGTERM');
  const [code] = await ended;
  return isReady && code === 0;
}
