/** The demonstration data, for read-only tests. */
import type { BrowserContext } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** The demonstration as its administrator sees it, in the organization with the most content. */
export interface Demonstration {
  url: string;
  /** The administrator's token. */
  token: string;
  organizationId: string;
  /** Fetches a path below /v1. */
  read: (path: string) => Promise<ReturnType<typeof JSON.parse>>;
  /** The path of a console screen of the organization. */
  path: (screen: string) => string;
  /** Signs the administrator in. */
  signIn: (context: BrowserContext) => Promise<void>;
}

/** Loads it from a server with the demonstration data. */
export async function openDemonstration({
  url,
  token,
}: Pick<RunningServer, 'url' | 'token'>): Promise<Demonstration> {
  const read: Demonstration['read'] = async (path) => {
    const response = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET /v1${path} returned ${response.status}.`);
    return response.json();
  };
  const organizationId = await findOrganization(read);
  return {
    url,
    token,
    organizationId,
    read,
    path: (screen) => `${url}/o/${organizationId}${screen}`,
    signIn: async (context) => {
      const response = await context.request.post(`${url}/auth/session`, {
        data: { token },
        headers: { origin: url },
      });
      if (!response.ok()) throw new Error(`Couldn’t sign in the administrator: ${await response.text()}`);
    },
  };
}

async function findOrganization(read: Demonstration['read']): Promise<string> {
  const { items } = await read('/orgs');
  for (const { id } of items) {
    const { count } = await read(`/orgs/${id}/members?search=reader@demo.example`);
    if (count > 0) return id;
  }
  throw new Error('No demonstration organization found.');
}
