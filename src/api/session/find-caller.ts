import type { User } from '#api/generated/types.gen.ts';

/** Sends a request to another server with the token; rejects with an `ApiError` unless it succeeds. */
export type SendToServer = (path: string, method?: 'GET' | 'POST') => Promise<Response>;

/**
 * Finds a token's user on a server without `GET /user`: a ping returns a signed claim whose subject is the caller, and
 * members can be read by id.
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
    // An unknown user loses some convenience only.
    return null;
  }
}

function firstIdOf(body: unknown): string | null {
  const items: unknown = Reflect.get(Object(body), 'items');
  const id: unknown = Array.isArray(items) ? Reflect.get(Object(items[0]), 'id') : null;
  return typeof id === 'string' ? id : null;
}

/**
 * The subject of the JWT in `…VisitorClaims`, whose prefix differs per deployment. Its signature is not verified here.
 */
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
