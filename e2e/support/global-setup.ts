import { execFileSync } from 'node:child_process';
import { removeData, startServer } from './server.ts';

/**
 * One server for all tests. Each test creates its own organization, so that they run in parallel; read-only tests also
 * use the demonstration data.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
  const [server, empty] = await Promise.all([startServer({ isLasting: true }), startServer({ empty: true })]);
  await empty.stop();
  process.env.BINDERY_EMPTY_DATA = empty.dataFolder;
  process.env.BINDERY_URL = server.url;
  process.env.BINDERY_TOKEN = server.token;
  process.env.BINDERY_DATA = server.dataFolder;
  return async () => {
    await server.stop();
    removeData(server);
    removeData(empty);
  };
}
