/** The latest ETag of each resource, by path. */
const etags = new Map<string, string>();

const maxEtags = 500;

/** Records a response's ETag; a deleted resource or a response without one has none. */
export function recordEtag(
  request: Pick<Request, 'method' | 'url'>,
  response: Pick<Response, 'headers'>,
): void {
  const tag = response.headers.get('ETag');
  const path = new URL(request.url).pathname;
  etags.delete(path);
  if (tag === null || request.method === 'DELETE' || request.method === 'POST') return;
  etags.set(path, tag);
  const [oldest] = etags.keys();
  if (etags.size > maxEtags && oldest !== undefined) etags.delete(oldest);
}

/**
 * The known ETag of a resource. Taken when a form opens and sent as `If-Match` when it is saved, so that the server
 * rejects (412) overwriting someone else's change.
 */
export function etagOf(path: string): string | undefined {
  return etags.get(path);
}

/** The `If-Match` header of an ETag; none if unknown. */
export function ifMatchHeader(version: string | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': version };
}

/** ETags that the next change of a path requires. */
const requiredEtags = new Map<string, string>();

/**
 * Makes the next change of a resource conditional on its last known ETag (412 if it changed). Does nothing without one.
 */
export function requireUnchanged(path: string): void {
  const version = etags.get(path);
  if (version === undefined) requiredEtags.delete(path);
  else requiredEtags.set(path, version);
}

/** The required ETag of a request, once. */
export function takeRequiredEtag(request: Pick<Request, 'method' | 'url'>): string | undefined {
  if (request.method !== 'PATCH' && request.method !== 'PUT') return undefined;
  const path = new URL(request.url).pathname;
  const version = requiredEtags.get(path);
  requiredEtags.delete(path);
  return version;
}
