/**
 * `npm run dev`: the API server under a watcher and the console under Vite, at one address, with the demonstration's data
 * in a folder of its own. Settings of the server are taken from the environment; see docs/development.md.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Logger, createLogger, type ViteDevServer } from 'vite';
import { onStop } from './end-with-parent.mjs';
import { findFreePort } from './free-port.ts';

const DEFAULT_PORT = 4400;
const DEFAULT_DATA = '.data-dev';
const DEFAULT_INSPECTOR = '127.0.0.1:9229';

/**
 * The files that the server watches besides its own modules: the contract, and the script and styles of
 * published sites.
 */
const watched = ['api/openapi.json', 'dist/reader/*'];

const port = Number(process.env.PORT ?? DEFAULT_PORT);
const origin = `http://localhost:${port}`;

/** Runs a program of the packages in a process of its own. */
function run(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
}

/** Builds the script and styles of published sites on each change; resolves once they are there. */
async function watchReader(): Promise<ChildProcess> {
  const builder = run(['--import', 'tsx', 'scripts/vite/build-reader.ts', '--watch']);
  await Promise.race([once(builder, 'message'), once(builder, 'exit')]);
  return builder;
}

/** The server, which starts again when a file that it has loaded changes. */
function watchServer(apiPort: number): ChildProcess {
  const inspector = process.env.INSPECT ?? DEFAULT_INSPECTOR;
  return run(
    [
      'node_modules/tsx/dist/cli.mjs',
      'watch',
      '--clear-screen=false',
      `--inspect=${inspector}`,
      ...watched.map((path) => `--include=${path}`),
      'server/main.ts',
      'serve',
    ],
    {
      PORT: String(apiPort),
      HOST: 'localhost',
      PUBLIC_URL: process.env.PUBLIC_URL ?? origin,
      DATA_DIR: process.env.DATA_DIR ?? DEFAULT_DATA,
    },
  );
}

/** Without the address, which the server prints with the sign-in link. */
function quietLogger(): Logger {
  const logger = createLogger();
  return {
    ...logger,
    info: (message, options) => !/ready in/.test(message) && logger.info(message, options),
  };
}

async function serveConsole(apiPort: number): Promise<ViteDevServer> {
  process.env.API_SERVER = `http://localhost:${apiPort}`;
  const server = await createServer({
    customLogger: quietLogger(),
    server: { port, strictPort: true, host: 'localhost' },
  });
  return server.listen();
}

// The server reads the API reference from the build.
if (!existsSync('dist/reference/index.html'))
  execFileSync(process.execPath, ['--import', 'tsx', 'api/reference/build.ts'], { stdio: 'inherit' });
const apiPort = await findFreePort();
const vite = await serveConsole(apiPort).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(`Is something else running at ${origin}? PORT=4410 npm run dev takes another port.`);
  process.exit(1);
});
const reader = await watchReader();
const api = watchServer(apiPort);
const children = [reader, api];
onStop((signal) => {
  for (const child of children) child.kill(signal);
  void vite.close();
});
api.on('exit', (code) => {
  for (const child of children) child.kill();
  void vite.close().then(() => process.exit(code ?? 0));
});
