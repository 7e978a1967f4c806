import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { preconditionFailed } from './errors.ts';

/** Older than any version; stands for the version of what has none. */
export const NEVER = new Date(0);

/** Separates a tag's version from the digest of its body. */
const SEPARATOR = '.';

/** The version of a resource in entity tags. Responses with `updatedAt` get it automatically; handlers only check it. */
export function etagOf(updatedAt: Date | string): string {
  return `"${versionOf(updatedAt)}"`;
}

function versionOf(updatedAt: Date | string): string {
  return new Date(updatedAt).getTime().toString(36);
}

/**
 * The entity tag of a serialized body. `updatedAt` alone would not do: counts and names of other resources change
 * without it, and callers see different parts. Yet it comes first, because `If-Match` is about the resource.
 */
export function etagOfBody(body: string | Buffer, updatedAt: Date | string): string {
  return `"${versionOf(updatedAt)}${SEPARATOR}${digestOf(body)}"`;
}

/** Identifies the body of a URL. No signature: a person who could make two alike may read both. */
function digestOf(body: string | Buffer): string {
  return hash('sha1', body, 'base64url');
}

/** Throws 412 if `If-Match` does not contain the current version. Call it while the row is locked. */
export function assertIfMatch(request: Pick<FastifyRequest, 'headers'>, updatedAt: Date): void {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return;
  const tags = parseTags(header).map((tag) => tag.split(SEPARATOR, 1)[0]?.replace(/"?$/, '"'));
  if (!tags.includes(etagOf(updatedAt))) throw preconditionFailed();
}

/** Thrown where the caller has the current response already; it is sent as 304 without a body. */
export class NotModified extends Error {}

/**
 * Tags a response before it is built. The tag has to change with everything that the response depends on: the release,
 * versions of what it shows, and what the caller may see of it. Throws `NotModified` if the caller has this response.
 * Call it once the caller is known to be allowed to read; without it, the tag is the digest of the finished body.
 */
export function assertModified(request: FastifyRequest, reply: FastifyReply, tag: string): void {
  reply.header('etag', tag);
  if (isKnown(request, reply)) throw new NotModified();
}

/** Whether the caller of a read has the response with the reply's tag. */
export function isKnown({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const tags = headers['if-none-match'];
  if (tags === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const [tag] = parseTags(String(reply.getHeader('etag')));
  return tags.trim() === '*' || parseTags(tags).some((each) => each === tag);
}

/** The tags of a header without the mark of weak ones: this server or a proxy sets it where it compresses. */
function parseTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/** A change time that is later than `previous`: two versions never share a time, so never a tag. */
export function laterThan(previous: Date, now: Date): Date {
  return now > previous ? now : new Date(previous.getTime() + 1);
}
