import { readStored, writeStored } from '#src/lib/storage.ts';

/** A record that somebody has looked at everybody who was found; kept in this browser. */
export interface SignOff {
  /** ISO 8601. */
  at: string;
  by: string;
  /** What they noted. */
  note: string;
  /** How many were found then, by finding. */
  counts: Record<string, number>;
}

const most = 50;
const keyOf = (organizationId: string) => `access-review.${organizationId}`;

/** The records of an organization, the latest first. */
export function readSignOffs(organizationId: string): SignOff[] {
  try {
    const kept: unknown = JSON.parse(readStored('local', keyOf(organizationId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSignOff) : [];
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

/** Keeps a record. @returns whether the browser allowed it */
export function addSignOff(organizationId: string, signOff: SignOff): boolean {
  const all = [signOff, ...readSignOffs(organizationId)].slice(0, most);
  return writeStored('local', keyOf(organizationId), JSON.stringify(all));
}
