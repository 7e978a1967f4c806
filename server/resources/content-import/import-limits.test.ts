import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { fetcherOf } from '#server/test/fake-web.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { sharedDatabase, startApp } from '#server/test/test-app.ts';

/** A fetcher that responds to each URL after `release`, and records the requested URLs. */
function gatedFetcher() {
  const requestedUrls: string[] = [];
  const pending = new Map<string, () => void>();
  const respond = async (url: string) => {
    requestedUrls.push(url);
    await new Promise<void>((resolve) => pending.set(url, resolve));
    return { url, contentType: 'text/html', charset: '', body: Buffer.from(`<title>${url}</title><p>a</p>`) };
  };
  const fetcher = fetcherOf(respond);
  const release = (url: string) =>
    vi.waitFor(() => expect(pending.get(url)).toBeDefined(), TIMEOUT_MS).then(() => pending.get(url)?.());
  return { fetcher, requestedUrls, release };
}

const { fetcher, requestedUrls, release } = gatedFetcher();
let app: Awaited<ReturnType<typeof startApp>>['app'];
/** How many imports of an organization run at once: the embedded engine stores them in this process. */
let places: number;
beforeAll(async () => {
  const database = await sharedDatabase();
  places = database.engine === 'pglite' ? 1 : 2;
  const started = await startApp({ database, fetcher });
  app = started.app;
  return started.close;
});

/** A function that imports into a space of a separate organization. */
async function createImporter() {
  const { organization, editor } = await createOrganizationFixture();
  const { id } = await createSpace({ organizationId: organization.id, defaultLevel: 'inherit' });
  return async (name: string) => {
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: `/v1/spaces/${id}/content/import`,
      headers: { authorization: `Bearer ${editor.token}` },
      payload: { source: 'html', url: `https://${name}.example/` },
    });
    return { status: statusCode, retryAfter: headers['retry-after'] };
  };
}

const ACTIVE = 10;
/** Depends on the load of the machine. */
const TIMEOUT_MS = 60_000;
const DONE = { status: 201, retryAfter: undefined };

describe('imports at the same time', () => {
  it('are limited per organization; others wait, and other organizations are not delayed', async () => {
    const [one, other] = [await createImporter(), await createImporter()];
    const running = Array.from({ length: places }, (_, n) => one(`a${n}`));
    await vi.waitFor(() => expect(requestedUrls).toHaveLength(places), TIMEOUT_MS);
    // Ten are at work or wait for it; the next one gets 429 with Retry-After at once.
    const waiting = ACTIVE - places;
    const others = Array.from({ length: waiting + 1 }, (_, n) => one(`w${n}`));
    const denied = await Promise.race(others);
    expect(denied).toEqual({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
    const served = other('b1');
    await release('https://b1.example/');
    expect(await served).toEqual(DONE);
    expect(requestedUrls).toHaveLength(places + 1);
    for (let done = 0; done < ACTIVE; done += 1) {
      await vi.waitFor(
        () => expect(requestedUrls.length).toBeGreaterThan(done + (done < places ? 0 : 1)),
        TIMEOUT_MS,
      );
      await release(requestedUrls.filter((url) => url !== 'https://b1.example/')[done] ?? '');
    }
    const responses = await Promise.all([...running, ...others]);
    expect(responses.filter((response) => response !== denied)).toEqual(
      Array.from({ length: ACTIVE }, () => DONE),
    );
  });
});
