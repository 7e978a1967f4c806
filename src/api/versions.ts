/** The latest version of each thing that the server has told, by the address it stands at. */
const versions = new Map<string, string>();

const most = 500;

/** Notes the entity tag of an answer. One without a tag, or whose thing is gone, has no version. */
export function noteVersion(
  request: Pick<Request, 'method' | 'url'>,
  answer: Pick<Response, 'headers'>,
): void {
  const tag = answer.headers.get('ETag');
  const address = new URL(request.url).pathname;
  versions.delete(address);
  if (tag === null || request.method === 'DELETE' || request.method === 'POST') return;
  versions.set(address, tag);
  const [oldest] = versions.keys();
  if (versions.size > most && oldest !== undefined) versions.delete(oldest);
}

/**
 * The version of a thing as it is now known, for `If-Match`. Taken when a form opens and sent when it is saved, it lets
 * the server refuse (412) what would overwrite somebody else's change.
 *
 * @param path of the thing: `/v1/spaces/abc`
 */
export function versionOf(path: string): string | undefined {
  return versions.get(path);
}

/** The headers that let a change through only where the version is still this one; none where none is known. */
export function ifUnchanged(version: string | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': version };
}

/** Addresses whose next change must find this version. */
const expected = new Map<string, string>();

/**
 * Lets the next change of a thing through only where it is still as it was last read: the server refuses it (412) when
 * somebody else was faster. Where the server tells no versions, nothing is asked of it.
 *
 * @param address the path of the thing: `/v1/spaces/abc`
 */
export function expectUnchanged(address: string): void {
  const version = versions.get(address);
  if (version === undefined) expected.delete(address);
  else expected.set(address, version);
}

/** The version that a change has to find, told once; undefined where none is asked for. */
export function takeExpected(request: Pick<Request, 'method' | 'url'>): string | undefined {
  if (request.method !== 'PATCH' && request.method !== 'PUT') return undefined;
  const address = new URL(request.url).pathname;
  const version = expected.get(address);
  expected.delete(address);
  return version;
}
