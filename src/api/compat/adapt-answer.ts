import { isCodePoints } from './emoji.ts';

/** Forms of answers that the interface allows and our own server does not use, turned into those that screens know. */

/** What was parsed from JSON and has members. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kinds that `adapters.ts` knows. Our own server answers with none of them. */
export const adaptedKinds = ['document', 'change-request-review', 'translation'] as const;

const isAdapted = (kind: unknown) => adaptedKinds.some((adapted) => adapted === kind);

function needsAdapting(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('object' in value && isAdapted(value.object)) return true;
  if ('emoji' in value && isCodePoints(value.emoji)) return true;
  return Object.values(value).some(needsAdapting);
}

/** Turns an answer into the form that screens know. Most are in it, and are given back as they are. */
export async function adaptAnswer(answer: unknown): Promise<unknown> {
  if (!needsAdapting(answer)) return answer;
  const { adapt } = await import('./adapters.ts');
  return adapt(answer);
}
