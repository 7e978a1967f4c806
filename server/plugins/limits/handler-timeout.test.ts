import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, PUBLIC_URL, sharedDatabase, startApp } from '#server/test/test-app.ts';

const BODY_TIMEOUT_MS = 300;
const UPLOAD_STALL_MS = 2000;

let w: OrganizationFixture;
let space: string;
let started: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  space = `/v1/spaces/${written.space.id}`;
  started = await startApp({
    database: await sharedDatabase(),
    slowRequests: { bodyTimeoutMs: BODY_TIMEOUT_MS, uploadStallMs: UPLOAD_STALL_MS },
  });
  await started.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => started.close());

/** Sends a request with pauses between the parts of its body; returns the status and how long it took. */
async function send(head: string, length: number, parts: readonly Buffer[], pauseMs: number) {
  const { port } = started.app.server.address() as AddressInfo; // It listens on a port, not on a path.
  const socket = connect({ port, host: '127.0.0.1' });
  const start = performance.now();
  const response = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('error', reject);
    socket.once('close', () => resolve(''));
  });
  socket.write(`${head}\r\nHost: ${new URL(PUBLIC_URL).host}\r\nContent-Length: ${length}\r\n\r\n`);
  for (const part of parts) {
    socket.write(part);
    await wait(pauseMs);
  }
  const status = Number((await response).split(' ')[1]);
  socket.destroy();
  return { status, ms: performance.now() - start };
}

async function upload(size: number): Promise<string> {
  const { body } = await as(w.editor).post(`${space}/uploads`, { name: 'slow.bin', size });
  return `PUT ${body.url.slice(PUBLIC_URL.length)} HTTP/1.1`;
}

describe('a slow request', () => {
  it('is ended when its body does not arrive in time', async () => {
    const head = `POST ${space}/uploads HTTP/1.1\r\nAuthorization: Bearer ${w.editor.token}\r\nContent-Type: application/json`;
    const { status, ms } = await send(head, 100, [Buffer.from('{"name"')], 0);
    expect(status).toBe(408);
    expect(ms).toBeGreaterThan(BODY_TIMEOUT_MS - 50);
  });

  it('that uploads may take longer, as long as it goes on', async () => {
    const parts = Array.from({ length: 4 }, () => Buffer.alloc(100_000, 7));
    const { status, ms } = await send(await upload(400_000), 400_000, parts, 150);
    expect(status).toBe(204);
    expect(ms).toBeGreaterThan(BODY_TIMEOUT_MS);
  });

  it('that uploads is ended when it stalls', async () => {
    const { status, ms } = await send(await upload(400_000), 400_000, [Buffer.alloc(100_000, 7)], 0);
    expect(status).toBe(408);
    expect(ms).toBeGreaterThan(UPLOAD_STALL_MS - 50);
  });
});
