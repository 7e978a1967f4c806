import { readStored, writeStored } from '#src/lib/storage.ts';

/** A completed access review, stored in this browser. */
export interface SignOff {
  /** ISO 8601. */
  at: string;
  by: string;
  note: string;
  /** Members per finding at that time. */
  counts: Record<string, number>;
}

const MAX_SIGN_OFFS = 50;
const storageKey = (organizationId: string) => `access-review.${organizationId}`;

/** The sign-offs of an organization, newest first. */
export function loadSignOffs(organizationId: string): SignOff[] {
  try {
    const stored: unknown = JSON.parse(readStored('local', storageKey(organizationId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSignOff) : [];
  } catch {
    return [];
  }
}

function isSignOff(value: unknown): value is SignOff {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    'by' in value &&
    'counts' in value &&
    typeof value.at === 'string' &&
    typeof value.counts === 'object'
  );
}

/**
 * @returns whether the browser could store it
 */
export function addSignOff(organizationId: string, signOff: SignOff): boolean {
  const all = [signOff, ...loadSignOffs(organizationId)].slice(0, MAX_SIGN_OFFS);
  return writeStored('local', storageKey(organizationId), JSON.stringify(all));
}
