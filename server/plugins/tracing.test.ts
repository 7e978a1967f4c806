import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTracer, traced } from '#server/base/tracing.ts';
import { createTracer } from '#server/network/open-telemetry.ts';
import { enqueue, runDueJobs } from '#server/queue/job-queue.ts';
import { createMember } from '#server/test/factories.ts';
import { startAppInPlace } from '#server/test/test-app.ts';
import { openTestDatabase } from '#server/test/test-database.ts';

/** A collector that keeps what it gets: texts are in a message as they are. */
let collector: Server;
let received = '';
let url: string;
beforeAll(async () => {
  collector = createServer((request, response) => {
    request.on('data', (bytes: Buffer) => {
      if (request.url === '/otlp/v1/traces') received += bytes.toString('latin1');
    });
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/otlp/`;
});
afterAll(() => collector.close());

/** What the collector gets of some work of a server. */
async function traceOf(work: (started: Awaited<ReturnType<typeof startAppInPlace>>) => Promise<void>) {
  received = '';
  const tracer = createTracer({ collector: url, version: '1.2.3', onNotice: () => {} });
  setTracer(tracer);
  const database = await openTestDatabase();
  const started = await startAppInPlace(database);
  try {
    await work(started);
  } finally {
    await started.close();
    await database.close();
    setTracer(undefined);
    await tracer.close();
  }
  return received;
}

describe('traces', () => {
  it('have a request with its operation, status and statements, below the caller’s own span', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const trace = await traceOf(async ({ app }) => {
      const { token } = await createMember({ role: 'admin' });
      const headers = {
        authorization: `Bearer ${token}`,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        'x-request-id': 'request-of-a-test',
      };
      const { body } = await app.inject({ url: '/v1/orgs', headers });
      const [{ id }] = JSON.parse(body).items;
      const payload = { title: 'A title that nobody else reads' };
      const made = await app.inject({ method: 'POST', url: `/v1/orgs/${id}/sites`, headers, payload });
      expect(made.statusCode).toBe(201);
    });
    for (const text of ['listOrganizations', 'createSite', 'request-of-a-test', 'bindery', '1.2.3'])
      expect(trace).toContain(text);
    expect(trace).toMatch(/insert into "sites"/);
    expect(trace).toContain(Buffer.from(traceId, 'hex').toString('latin1'));
    expect(trace).not.toContain('A title that nobody else reads');
    expect(trace).not.toContain('Bearer');
  });

  it('name a route, and nothing of the address that a key stands in', async () => {
    const trace = await traceOf(async ({ app }) => {
      await app.inject({ url: '/published/press/key-of-a-shared-site/page?token=code-of-a-visitor' });
    });
    expect(trace).toContain('GET /published/:organization/*');
    expect(trace).not.toMatch(/key-of-a-shared-site|code-of-a-visitor/);
  });

  it('have jobs, and none of the looking for them', async () => {
    const trace = await traceOf(async ({ db, clock }) => {
      const handlers = {
        'job-of-a-test': async () => void (await db.selectFrom('teams').select('id').execute()),
      };
      await runDueJobs(db, handlers, clock);
      await enqueue(db, { kind: 'job-of-a-test', runAt: clock.now() });
      await runDueJobs(db, handlers, clock);
    });
    expect(trace).toContain('job job-of-a-test');
    expect(trace).toContain('from "teams"');
    expect(trace).not.toContain('"jobs"');
  });

  it('that nobody takes cost no request', async () => {
    const notices: string[] = [];
    const onNotice = (notice: string) => notices.push(notice);
    const tracer = createTracer({ collector: 'http://127.0.0.1:9', version: '1', onNotice });
    setTracer(tracer);
    try {
      expect(await traced('work', { kind: 'consumer' }, async () => 7)).toBe(7);
    } finally {
      setTracer(undefined);
      await tracer.close();
    }
    expect(notices).toEqual([
      expect.stringMatching(/^The collector of traces can’t be reached: .*ECONNREFUSED/),
    ]);
  });
});
