/** The latest version of each thing that the server has told, by the address it stands at. */
const etags = new Map<string, string>();

const maxEtags = 500;

/** Notes the entity tag of an answer. One without a tag, or whose thing is gone, has no version. */
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
 * The version of a thing as it is now known, for `If-Match`. Taken when a form opens and sent when it is saved, it lets
 * the server refuse (412) what would overwrite somebody else's change.
 *
 * @param path of the thing: `/v1/spaces/abc`
 */
export function etagOf(path: string): string | undefined {
  return etags.get(path);
}

/** The headers that let a change through only where the version is still this one; none where none is known. */
export function ifMatchHeader(version: string | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': version };
}

/** Addresses whose next change must find this version. */
const requiredEtags = new Map<string, string>();

/**
 * Lets the next change of a thing through only where it is still as it was last read: the server refuses it (412) when
 * somebody else was faster. Where the server tells no versions, nothing is asked of it.
 *
 * @path path the path of the thing: `/v1/spaces/abc`
 */
export function requireUnchanged(path: string): void {
  const version = etags.get(path);
  if (version === undefined) requiredEtags.delete(path);
  else requiredEtags.set(path, version);
}

/** The version that a change has to find, told once; undefined where none is asked for. */
export function takeRequiredEtag(request: Pick<Request, 'method' | 'url'>): string | undefined {
  if (request.method !== 'PATCH' && request.method !== 'PUT') return undefined;
  const path = new URL(request.url).pathname;
  const version = requiredEtags.get(path);
  requiredEtags.delete(path);
  return version;
}
