/**
 * Fixtures of every browser test: its own organization, users, sign-in and a check for unexpected browser problems.
 * Arrange through the API; act and assert in the browser.
 */
import { test as base, type Page } from '@playwright/test';
import { createSampleSite } from './published/sample-site.ts';
import { type Demonstration, openDemonstration } from './support/demonstration.ts';
import { type DocumentedServer, useDocumentedServer } from './support/documented-only.ts';
import { operationAt } from './support/operation-at.ts';
import { createOrganization, type Organization, type Person } from './support/organizations.ts';
import { PageProblems } from './support/page-problems.ts';
import type { PublishedTestSite } from './support/published-sites.ts';

export { expect } from '@playwright/test';
export { checkAccessibility } from './support/accessibility.ts';
export { expectNoRow, expectRow } from './support/tables.ts';
export type { Organization, Person };

interface Fixtures {
  /** A fresh organization with one administrator. */
  organization: Organization;
  /** A server of this test, which can lose its extensions. */
  documentedServer: DocumentedServer;
  /** Signs in a person on the test's page or another one. */
  signIn: (person: Person, page?: Page) => Promise<void>;
  /** Browser problems; unexpected ones fail the test. */
  problems: PageProblems;
  /** Adds the requested operations to the report: after a whole run, none may be missing. */
  operations: void;
}

interface SharedFixtures {
  /** The demonstration data; shared and read-only. */
  demonstration: Demonstration;
  /** A published site with all kinds of text; shared and read-only. */
  sampleSite: PublishedTestSite;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  demonstration: [
    async ({}, use) => {
      const { BINDERY_URL: url, BINDERY_TOKEN: token } = process.env;
      if (!url || !token) throw new Error('The global setup started no server.');
      await use(await openDemonstration({ url, token }));
    },
    { scope: 'worker' },
  ],
  sampleSite: [
    async ({}, use) => {
      await use(await createSampleSite(await createOrganization('Sample site')));
    },
    { scope: 'worker' },
  ],
  organization: async ({}, use, { title }) => {
    await use(await createOrganization(title));
  },
  documentedServer: async ({ page }, use, { title }) => {
    await useDocumentedServer(title, async (server) => {
      await use(server);
      // Or what the page still loads would fail with the server.
      await page.goto('about:blank');
    });
  },
  signIn: async ({ page }, use) => {
    await use(async (person, on = page) => {
      const response = await on.context().request.post('/auth/session', { data: { token: person.token } });
      if (!response.ok()) throw new Error(`Couldn’t sign in ${person.email}: ${await response.text()}`);
    });
  },
  problems: [
    async ({ context }, use) => {
      const problems = new PageProblems();
      problems.watch(context);
      await use(problems);
      base.expect(problems.list(), 'browser problems').toEqual([]);
    },
    { auto: true },
  ],
  operations: [
    async ({ context }, use, { annotations }) => {
      const requested = new Set<string>();
      context.on('request', (request) => {
        const { pathname } = new URL(request.url());
        const operation = pathname.startsWith('/v1') && operationAt(request.method(), pathname);
        if (operation) requested.add(operation.operationId);
      });
      await use();
      for (const description of requested) annotations.push({ type: 'operation', description });
    },
    { auto: true },
  ],
});
