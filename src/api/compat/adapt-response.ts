import { isCodePoints, isJsonObject, adaptedKinds, missingPermissions } from './json-object.ts';

/**
 * Converts response shapes that the specification allows and our own server doesn't use to those the screens expect.
 */

function needsAdapting(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('object' in value) {
    if (adaptedKinds.some((kind) => kind === value.object)) return true;
    if (isJsonObject(value) && missingPermissions(value).length > 0) return true;
  }
  if ('emoji' in value && isCodePoints(value.emoji)) return true;
  return Object.values(value).some(needsAdapting);
}

/** Adapts a response body; most need nothing and are returned unchanged. */
export async function adaptResponse(body: unknown): Promise<unknown> {
  // Only our own server sends outlines; the largest have tens of thousands of values.
  const isOutline = typeof body === 'object' && body !== null && 'outline' in body;
  if (isOutline || !needsAdapting(body)) return body;
  const { adapt } = await import('./adapters.ts');
  return adapt(body);
}
