import type { FastifyRequest } from 'fastify';
import { preconditionFailed } from './errors.ts';

/**
 * The entity tag of a version. Responses with `updatedAt` get it automatically (`contract.ts`); handlers only check it.
 */
export function etagOf(updatedAt: Date | string): string {
  return `"${new Date(updatedAt).getTime().toString(36)}"`;
}

/** Throws 412 if `If-Match` does not contain the current version. Call it while the row is locked. */
export function assertIfMatch(request: Pick<FastifyRequest, 'headers'>, updatedAt: Date): void {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return;
  // Proxies that compress responses mark tags as weak; the version is still the same.
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(etagOf(updatedAt))) throw preconditionFailed();
}

/** A change time that is later than `previous`: two versions never share a time, so never a tag. */
export function laterThan(previous: Date, now: Date): Date {
  return now > previous ? now : new Date(previous.getTime() + 1);
}
