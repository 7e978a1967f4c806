/** A server with the demonstration data, for tests that read much and change little. */
import { listOrganizations, listSpaces } from '../../src/api/generated/sdk.gen.ts';
import type { Space } from '../../src/api/generated/types.gen.ts';
import type { Page } from '@playwright/test';
import { clientOf } from './organizations.ts';
import { removeData, startServer } from './server.ts';

/** The demonstration, with its administrator signed in on a page. */
export interface Demonstration {
  url: string;
  organizationId: string;
  spaces: readonly Space[];
  /** The address of one of its screens in the console. */
  path: (screen: string) => string;
}

/** Runs a test on a demonstration of its own and takes it away afterwards. */
export async function withDemonstration(page: Page, run: (demonstration: Demonstration) => Promise<void>) {
  const server = await startServer();
  try {
    const client = clientOf(server.url, server.token);
    const { data } = await listOrganizations({ client, throwOnError: true });
    const lists = await Promise.all(
      data.items.map(({ id: organizationId }) =>
        listSpaces({ client, path: { organizationId }, query: { limit: 1000 }, throwOnError: true }),
      ),
    );
    const largest = lists.map((list) => list.data.items).toSorted((a, b) => b.length - a.length)[0] ?? [];
    const organizationId = largest[0]?.organization ?? '';
    const answer = await page.context().request.post(`${server.url}/auth/session`, {
      data: { token: server.token },
      headers: { origin: server.url },
    });
    if (!answer.ok()) throw new Error(`The administrator could not sign in: ${await answer.text()}`);
    const path = (screen: string) => `${server.url}/o/${organizationId}${screen}`;
    await run({ url: server.url, organizationId, spaces: largest, path });
  } finally {
    await server.stop();
    removeData(server);
  }
}
