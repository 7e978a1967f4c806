import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Read, SiteModel, stepArbitrary } from '#server/test/model/published-site-model.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { SecondServer } from '#server/test/processes/second-server.ts';
import { sharedDatabaseUrl, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
/** Servers with memories of their own on one database; on the embedded engine there is only one. */
let servers: Read[];
let other: SecondServer | undefined;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const { app } = await testApp();
  const url = await sharedDatabaseUrl();
  // Nothing is delivered to it before it is asked: what it answers is what it reads.
  other = url === undefined ? undefined : await SecondServer.start(url);
  await other?.ready();
  const requestOf = (path: string, headers: Record<string, string>) =>
    ({ method: 'GET', url: path, headers: { accept: 'text/html', ...headers } }) as const;
  servers = [(path, headers = {}) => inject(app, requestOf(path, headers))];
  const second = other;
  if (second) servers.push((path, headers = {}) => second.request(requestOf(path, headers)));
});
afterAll(() => other?.stop());

describe('a published site on several servers', () => {
  it('never shows an older state than the acknowledged one', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 10 }), async (steps) => {
        const model = await SiteModel.open(w, servers);
        for (const step of steps) {
          // Their statements run while the change is made: who asks afterwards must not get what they read.
          const before = model.readAll();
          await model.take(step);
          const during = model.readAll();
          await model.check();
          await Promise.all([before, during]);
        }
      }),
      { numRuns: 8 },
    );
  });
});
