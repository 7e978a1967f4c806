import { isCodePoints } from './emoji.ts';
import { adaptedKinds } from './json-object.ts';

/** Forms of answers that the interface allows and our own server does not use, turned into those that screens know. */

const isAdapted = (kind: unknown) => adaptedKinds.some((adapted) => adapted === kind);

function needsAdapting(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('object' in value && isAdapted(value.object)) return true;
  if ('emoji' in value && isCodePoints(value.emoji)) return true;
  return Object.values(value).some(needsAdapting);
}

/** Turns an answer into the form that screens know. Most are in it, and are given back as they are. */
export async function adaptResponse(body: unknown): Promise<unknown> {
  if (!needsAdapting(body)) return body;
  const { adapt } = await import('./adapters.ts');
  return adapt(body);
}
