/** What others have added to a draft since this browser showed its list. */
import type { StructureDraft, StructureDraftChange } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';

const storedName = (siteId: string) => `structure-draft-seen.${siteId}`;

/** The time of the latest change that was in the list when it was open last; empty if it never was. */
export const seenAt = (siteId: string): string => readStored('local', storedName(siteId)) ?? '';

export function rememberSeen(siteId: string, { changes }: StructureDraft): void {
  const latest = changes
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1);
  if (latest !== undefined) writeStored('local', storedName(siteId), latest);
}

/** Changes of others that are later than a time. */
export function newChanges({ changes }: StructureDraft, seen: string): StructureDraftChange[] {
  const reader = currentUser()?.id;
  return changes.filter(({ createdBy, createdAt }) => createdBy.id !== reader && createdAt > seen);
}
