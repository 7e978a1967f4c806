/** Starts the built server in its own process with its own data folder and a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../scripts/free-port.ts';
import { mailFolderOf } from './mails.ts';

export interface ServerOptions {
  /** An existing data folder; a temporary one by default. */
  dataFolder?: string;
  port?: number;
  /** Start with one administrator only, without the demonstration data. */
  empty?: boolean;
  env?: Record<string, string>;
  /** Serves a whole run, so that optimizing the embedded engine pays. */
  isLasting?: boolean;
}

export interface RunningServer {
  url: string;
  port: number;
  /** The first administrator's API token. */
  token: string;
  dataFolder: string;
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Stops it and waits; its data is kept. */
  stop: () => Promise<void>;
}

/** The flags of Node, as for `npm start`. */
export const nodeFlags: readonly string[] = JSON.parse(readFileSync('scripts/node-flags.json', 'utf8'));

/** Starts a server and waits until it is ready. Throws with its output if it ends before. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataFolder = options.dataFolder ?? createDataFolder(options);
  const port = options.port ?? (await findFreePort());
  const token = options.env?.ADMIN_TOKEN ?? adminToken();
  const child = spawn(
    process.execPath,
    [
      ...nodeFlags,
      ...(options.isLasting === true ? [] : ['--liftoff-only']),
      // It writes no demonstration: skipping optimized compilation saves a fifth of its start.
      ...(options.empty === true && options.isLasting !== true ? ['--no-opt'] : []),
      'dist/server/main.js',
      'serve',
      ...(options.empty === true ? ['--empty'] : []),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATA_DIR: dataFolder,
        ADMIN_TOKEN: token,
        // All tests share one IP address and few tokens; the rate limit has its own tests.
        RATE_LIMIT: '0',
        LOG_LEVEL: 'warn',
        MAIL_DIR: mailFolderOf(dataFolder),
        MAIL_AFTER_MINUTES: '0',
        // An address without a listener: tests with records start a DNS server.
        DNS_SERVERS: '127.0.0.1:1',
        ...options.env,
      },
    },
  );
  let output = '';
  const collectOutput = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collectOutput);
  child.stderr.on('data', collectOutput);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, () => output);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, port, token, dataFolder, process: child, output: () => output, stop };
}

/** One for all servers of a run: data that was written with it can be copied. */
const adminToken = (): string => (process.env.BINDERY_TOKEN ??= `test-${randomBytes(24).toString('hex')}`);

/** A new data folder. To write what an empty server starts with takes three times as long as to copy it. */
function createDataFolder({ empty, env }: ServerOptions): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-e2e-'));
  const dataFolder = process.env.BINDERY_EMPTY_DATA;
  const isFirstStart = env?.ADMIN_TOKEN !== undefined;
  if (empty === true && dataFolder !== undefined && !isFirstStart)
    cpSync(dataFolder, folder, { recursive: true });
  return folder;
}

/** Deletes the data folder of a server that has stopped. */
export function removeData({ dataFolder }: RunningServer): void {
  rmSync(dataFolder, { recursive: true, force: true });
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`The server exited with code ${child.exitCode} during startup:\n${output()}`);
    }
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok === true) return;
    await wait(100);
  }
  child.kill('SIGKILL');
  throw new Error(`The server wasn’t ready within two minutes:\n${output()}`);
}
