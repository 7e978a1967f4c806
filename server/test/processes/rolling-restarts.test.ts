import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { Balancer } from './balancer.ts';
import { findPort, startProcess, type StartedProcess } from './child-process.ts';

const adminToken = 'a-token-that-every-server-knows';
const RESTARTS = Number(process.env.RESTARTS ?? 2);
const CLIENTS = 6;

/** Sends a request and returns its status, or what broke. */
function send(
  agent: Agent,
  { port, method, path }: { port: number; method: 'GET' | 'PUT'; path: string },
): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume();
      response.on('error', ({ message }) => resolve(message));
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', ({ message }) => resolve(message));
    outgoing.end(method === 'PUT' ? JSON.stringify({ title: 'A team' }) : undefined);
  });
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('two servers behind a balancer', () => {
  let database: TestDatabase;
  const ports: number[] = [];
  const servers = new Map<number, StartedProcess>();
  const start = async (port: number) => {
    const server = await startProcess('main', ['serve', '--empty'], {
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_TOKEN: adminToken,
      DATABASE_URL: database.url ?? '',
      RATE_LIMIT: '0',
      SHUTDOWN_SECONDS: '1',
    });
    servers.set(port, server);
    await server.waitForOutput('Bindery is running');
  };
  beforeAll(async () => {
    database = await openTestDatabase();
    for (let index = 0; index < 2; index += 1) {
      const port = await findPort();
      ports.push(port);
      await start(port);
    }
  });
  afterAll(async () => {
    for (const { child } of servers.values()) child.kill('SIGKILL');
    await database?.close();
  });

  it(`fail no request in ${RESTARTS} rolling restarts, on kept connections and on new ones`, async () => {
    const balancer = await Balancer.start(ports);
    const { port } = balancer;
    const response = await fetch(`http://127.0.0.1:${port}/v1/orgs`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    const [organization] = (await response.json()).items;
    const answers = new Map<number | string, number>();
    const load = new AbortController();
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      const agent = new Agent({ keepAlive: client % 2 === 0 });
      for (let sentCount = 0; !load.signal.aborted; sentCount += 1) {
        const answer = await send(agent, {
          port,
          method: sentCount % 10 === 0 ? 'PUT' : 'GET',
          path: `/v1/orgs/${organization.id}/teams${sentCount % 10 === 0 ? '' : '?limit=5'}`,
        });
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        // As people who read: connections are idle in between.
        await sleep(client * 2);
      }
      agent.destroy();
    });
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const stopping = ports[restart % 2] ?? 0;
      const server = servers.get(stopping);
      server?.child.kill('SIGTERM');
      expect(await server?.ended).toBe(0);
      await start(stopping);
      await expect.poll(() => balancer.isReady(stopping), { timeout: 10_000 }).toBe(true);
    }
    load.abort();
    await Promise.all(clients);
    balancer.close();
    process.stdout.write(`${[...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')}\n`);
    expect([...answers.keys()].toSorted()).toEqual([200, 201]);
  }, 600_000);
});
