import { trimEndSlashes } from '#server/base/trim-slashes.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { GitSyncError } from './git-connection.ts';
import { PacketError } from './packet-lines.ts';

const MEBIBYTE = 1024 * 1024;
export const MAX_PACK_BYTES = 200 * MEBIBYTE;
/** What is not said within so many characters is not shown. */
export const MAX_PROBLEM_LENGTH = 500;

/** The address of a repository without what a browser may have added; throws for one that is not fetched. */
export function checkAddress(fetcher: Fetcher, address: string): string {
  if (/^ssh:|^git@|^[\w.-]+@[\w.-]+:/i.test(address))
    throw new GitSyncError(
      'address-refused',
      'Addresses of SSH cannot be used. Use the address that begins with https://, and a token.',
    );
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new GitSyncError('address-refused', 'The address is not valid.');
  if (url.username !== '' || url.password !== '')
    throw new GitSyncError(
      'address-refused',
      'The address contains a password or token. Enter it in its own field.',
    );
  if (url.protocol === 'http:' && !fetcher.allowsPlain(address))
    throw new GitSyncError(
      'address-refused',
      'The address must begin with https://. Whoever runs this server can allow others with FETCH_HOSTS.',
    );
  try {
    fetcher.check(address);
  } catch (error) {
    throw toSyncError(error);
  }
  url.search = '';
  url.hash = '';
  return trimEndSlashes(url.href);
}

export function packProblem(bytes: Buffer): GitSyncError {
  const said = bytes.toString('utf8').trim().slice(0, MAX_PROBLEM_LENGTH);
  // The branch has moved since it was asked for.
  if (/not our ref|unadvertised object/.test(said))
    return new GitSyncError('contended', 'The branch moved while it was read.', true);
  return new GitSyncError('unreachable', `The server could not send the branch: ${said}`, true);
}

export const notGit = () =>
  new GitSyncError(
    'not-git',
    'The server does not answer as a Git server does. Check that the address is the one with which the repository is cloned.',
  );

export function statusError(status: number, headers: Record<string, string>): GitSyncError {
  if (status === 401)
    return new GitSyncError(
      'authentication',
      'The server asks for a token, or does not accept the given one. Check that it is not expired and may read the repository.',
    );
  if (status === 403)
    return new GitSyncError(
      'authentication',
      'The token may not do this. Check its rights for the repository.',
    );
  if (status === 404 || status === 410)
    return new GitSyncError(
      'repository-not-found',
      'There is no repository at this address, or the token may not see it.',
    );
  if (status === 413) return new GitSyncError('too-large', 'The server refuses a push of this size.');
  const wait = headers['retry-after'] === undefined ? '' : ' It asks to wait.';
  if (status === 429 || status >= 500)
    return new GitSyncError('unreachable', `The server responded with status ${status}.${wait}`, true);
  return new GitSyncError('not-git', `The server responded with status ${status}.`);
}

const TOO_LARGE = `The server sends more than ${MAX_PACK_BYTES / MEBIBYTE} MiB. Synchronize a smaller repository, or a branch with less in it.`;

/**
 * Failures of requests and of the library as problems of a sync; everything else is returned as it is thrown.
 *
 * @param tooLarge the sentence for an answer without an end
 */
export function toSyncError(error: unknown, tooLarge = TOO_LARGE): GitSyncError {
  if (error instanceof GitSyncError) return error;
  if (error instanceof FetchError) {
    if (error.failure === 'refused') return new GitSyncError('address-refused', error.message);
    if (error.failure === 'too-large') return new GitSyncError('too-large', tooLarge);
    const reason = error.failure === 'timeout' ? 'timeout' : 'unreachable';
    return new GitSyncError(reason, error.message, true);
  }
  if (error instanceof PacketError) return notGit();
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  // What the library throws for answers that it cannot read.
  if (
    typeof code === 'string' &&
    /^(?:ParseError|SmartHttpError|EmptyServerResponseError|RemoteCapabilityError|NotFoundError)$/.test(code)
  )
    return notGit();
  throw error;
}
