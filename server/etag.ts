import type { FastifyRequest } from 'fastify';
import { preconditionFailed } from './errors.ts';

/**
 * The entity tag of a version. Answers whose body has an `updatedAt` get it by themselves (`contract.ts`), so
 * handlers only check it.
 */
export function etagOf(updatedAt: Date | string): string {
  return `"${new Date(updatedAt).getTime().toString(36)}"`;
}

/** Throws 412 when `If-Match` names versions and the current one is not among them. Call it with the row locked. */
export function assertIfMatch(request: Pick<FastifyRequest, 'headers'>, updatedAt: Date): void {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return;
  // Proxies that compress mark tags as weak; what they stand for has not changed.
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(etagOf(updatedAt))) throw preconditionFailed();
}

/** The time of a change to something last changed at `previous`: two versions never share a time, so no tag either. */
export function laterThan(previous: Date, now: Date): Date {
  return now > previous ? now : new Date(previous.getTime() + 1);
}
