import { execFileSync } from 'node:child_process';
import { removeData, startServer } from './server.ts';

/**
 * One server for all tests, where each makes an organization of its own, so that they run side by side without touching
 * each other; and one with the demonstration data, for those that only read. The addresses and the administrators'
 * tokens reach the workers through the environment.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
  const servers = await Promise.all([startServer({ empty: true }), startServer()]);
  const [shared, demonstration] = servers;
  process.env.BINDERY_URL = shared.url;
  process.env.BINDERY_TOKEN = shared.token;
  process.env.BINDERY_DATA = shared.dataFolder;
  process.env.BINDERY_DEMONSTRATION_URL = demonstration.url;
  process.env.BINDERY_DEMONSTRATION_TOKEN = demonstration.token;
  return async () => {
    for (const server of servers) {
      await server.stop();
      removeData(server);
    }
  };
}
