import type { Page } from '@playwright/test';
import { createOrganization, type Organization, type Person } from './organizations.ts';
import { removeData, startServer } from './server.ts';

/** A server with separate data, which can be restarted without the extensions of the documented API. */
export interface DocumentedServer {
  /** Its organization, with absolute URLs of screens. */
  organization: Organization;
  /** Starts it again with `DOCUMENTED_ONLY`, at the same URL and with the same data. */
  removeExtensions: () => Promise<void>;
  /** Signs a person in on a page. */
  signIn: (page: Page, person: Person) => Promise<void>;
}

/** Runs `use` with such a server, and removes it. */
export async function useDocumentedServer(
  title: string,
  use: (server: DocumentedServer) => Promise<void>,
): Promise<void> {
  let server = await startServer({ empty: true });
  const { url, port, dataFolder } = server;
  try {
    const organization = await createOrganization(title, server);
    await use({
      organization: { ...organization, path: (screen) => url + organization.path(screen) },
      removeExtensions: async () => {
        await server.stop();
        server = await startServer({ dataFolder, port, env: { DOCUMENTED_ONLY: 'true' } });
      },
      signIn: async (page, { token, email }) => {
        const response = await page.request.post(`${url}/auth/session`, { data: { token } });
        if (!response.ok()) throw new Error(`Couldn’t sign in ${email}: ${await response.text()}`);
      },
    });
  } finally {
    await server.stop();
    removeData(server);
  }
}
