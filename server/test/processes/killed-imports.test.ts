// @module-tag both-engines
// @module-tag long
import { strToU8, zipSync } from 'fflate';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KillableServer, ServerData } from './killable-server.ts';

/** A host with an archive, whose first answer stops in the middle. */
async function serveArchive() {
  const archive = zipSync({
    'README.md': strToU8('# Harbor\n\n![x](x.bin)\n'),
    'x.bin': [new Uint8Array(2_000_000), { level: 0 }],
  });
  const held: ServerResponse[] = [];
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': archive.length });
    if (held.length > 0) return void response.end(archive);
    held.push(response);
    response.write(archive.subarray(0, archive.length / 2));
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = host.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const close = () => {
    host.closeAllConnections();
    host.close();
  };
  return { url: `http://127.0.0.1:${port}/docs.zip`, close };
}

describe('a server that is killed while it fetches a source', () => {
  it('begins the import again when it is back, and leaves nothing half', async () => {
    const [data, host] = [await ServerData.create(), await serveArchive()];
    onTestFinished(host.close);
    onTestFinished(data.close);
    const server = await KillableServer.start(data, { ALLOW_PRIVATE_FETCH: 'true' });
    const [{ id }] = (await server.expect('GET', '/v1/orgs')).items;
    const imports = `/v1/orgs/${id}/imports`;
    const begun = server.send('POST', imports, { url: host.url });
    const received = async () => (await server.expect('GET', imports)).items[0]?.steps[0]?.done ?? 0;
    await vi.waitFor(async () => expect(await received()).toBeGreaterThan(0), 30_000);
    const { count: spacesBefore } = await server.expect('GET', `/v1/orgs/${id}/spaces`);
    await server.kill();
    expect(await begun).toBeUndefined();
    await server.restart();
    // Another worker takes over the job a minute after its last heartbeat.
    const run = await vi.waitFor(
      async () => {
        const [newest] = (await server.expect('GET', imports)).items;
        expect(newest).toMatchObject({ state: 'done', importedResources: 2 });
        return newest;
      },
      { timeout: 150_000, interval: 1000 },
    );
    expect(run.spaces).toMatchObject([{ addedPages: 1, files: 1 }]);
    expect((await server.expect('GET', `/v1/orgs/${id}/spaces`)).count).toBe(spacesBefore + 1);
  }, 240_000);
});
