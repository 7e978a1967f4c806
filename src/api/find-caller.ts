import type { User } from '#api/generated/types.gen.ts';

/** Asks the other deployment with the token; rejects with an `ApiError` unless the answer is a good one. */
export type SendToServer = (path: string, method?: 'GET' | 'POST') => Promise<Response>;

/**
 * Finds out whom a token belongs to at a server that has no operation for that: noting a visit answers a signed claim whose
 * subject is the caller, and members can be read by their id.
 *
 * @returns null for a caller without an organization, and where the server keeps it to itself
 * @throws ApiError when not even organizations are listed: the token is not good
 */
export async function findCaller(request: SendToServer): Promise<User | null> {
  const organizations: unknown = await (await request('/v1/orgs?limit=1')).json();
  const organization = firstIdOf(organizations);
  if (organization === null) return null;
  try {
    const base = `/v1/orgs/${encodeURIComponent(organization)}`;
    const id = subjectOf(await (await request(`${base}/ping`, 'POST')).json());
    if (id === null) return null;
    const { user }: { user?: User } = await (
      await request(`${base}/members/${encodeURIComponent(id)}`)
    ).json();
    return user?.id === id ? user : null;
  } catch {
    // Not to know who one is costs some conveniences, and is no reason to turn anybody away.
    return null;
  }
}

function firstIdOf(body: unknown): string | null {
  const items: unknown = Reflect.get(Object(body), 'items');
  const id: unknown = Array.isArray(items) ? Reflect.get(Object(items[0]), 'id') : null;
  return typeof id === 'string' ? id : null;
}

/** The subject of the token in `…VisitorClaims`; each deployment calls it by its own name. Its signature is not ours to check. */
function subjectOf(claims: unknown): string | null {
  const [, token] = Object.entries(Object(claims)).find(([name]) => name.endsWith('VisitorClaims')) ?? [];
  const [, payload] = typeof token === 'string' ? token.split('.') : [];
  if (payload === undefined) return null;
  const subject: unknown = Reflect.get(
    Object(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))),
    'sub',
  );
  return typeof subject === 'string' ? subject : null;
}
