import { execFileSync } from 'node:child_process';
import { removeData, startServer } from './server.ts';

/**
 * One server for all tests. Each makes an organization of its own, so that they run side by side without touching each
 * other; those that only read also visit the demonstration data. Its address and the administrator's token reach the
 * workers through the environment.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
  const server = await startServer();
  process.env.BINDERY_URL = server.url;
  process.env.BINDERY_TOKEN = server.token;
  process.env.BINDERY_DATA = server.dataFolder;
  return async () => {
    await server.stop();
    removeData(server);
  };
}
