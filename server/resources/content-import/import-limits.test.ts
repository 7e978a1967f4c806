import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fetcher } from '#server/fetching/guarded-fetch.ts';
import { makeSpace } from '#server/test/factories.ts';
import { startApp, testApp } from '#server/test/test-app.ts';
import { world } from '#server/test/world.ts';

/** A web that answers each address once it is told to, and notes what it is asked for. */
function slowWeb() {
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const answer = async (url: string) => {
    asked.push(url);
    await new Promise<void>((resolve) => answers.set(url, resolve));
    return { url, contentType: 'text/html', charset: '', body: Buffer.from(`<title>${url}</title><p>a</p>`) };
  };
  const fetcher: Fetcher = Object.assign(answer, { check: () => {} });
  const release = (url: string) =>
    vi.waitFor(() => expect(answers.get(url)).toBeDefined(), PATIENCE).then(() => answers.get(url)?.());
  return { fetcher, asked, release };
}

const { fetcher, asked, release } = slowWeb();
let app: Awaited<ReturnType<typeof startApp>>['app'];
beforeAll(async () => {
  const { db } = await testApp();
  const started = await startApp({ database: { db, engine: 'pglite', close: async () => {} }, fetcher });
  app = started.app;
  return started.close;
});

/** An editor of an organization of their own, who imports into a space of it. */
async function importer() {
  const { organization, editor } = await world();
  const { id } = await makeSpace({ organizationId: organization.id, defaultLevel: 'inherit' });
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

/** For what takes as long as the machine is busy. */
const PATIENCE = 60_000;
const DONE = { status: 201, retryAfter: undefined };

describe('imports at the same time', () => {
  it('are limited to two per organization; a third waits, and other organizations are not delayed', async () => {
    const [one, other] = [await importer(), await importer()];
    const running = [one('a1'), one('a2')];
    await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
    // Eight may wait; whoever comes then is told so at once, and when to come again.
    const others = Array.from({ length: 9 }, (_, n) => one(`w${n}`));
    const refused = await Promise.race(others);
    expect(refused).toEqual({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
    const served = other('b1');
    await release('https://b1.example/');
    expect(await served).toEqual(DONE);
    expect(asked).toHaveLength(3);
    for (let done = 0; done < 10; done += 1) {
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(done + (done < 2 ? 0 : 1)), PATIENCE);
      await release(asked.filter((url) => url !== 'https://b1.example/')[done] ?? '');
    }
    const answers = await Promise.all([...running, ...others]);
    expect(answers.filter((answer) => answer !== refused)).toEqual(Array.from({ length: 10 }, () => DONE));
  });
});
