import { hash } from 'node:crypto';
import type { StructureDraft } from '#api/generated/types.gen.ts';
import { type AuthorRow, toAuthorView } from '#server/access/users.view.ts';
import { conflict } from '#server/base/errors.ts';
import { NEVER } from '#server/base/etag.ts';
import { addedBy, neededBy } from './draft-steps.ts';
import type { DraftChangeRow, DraftRow } from './drafts.queries.ts';

/** What a draft names by ids. */
export interface NamedInDraft {
  authors: ReadonlyMap<string, AuthorRow>;
  /** Those that its reader can see. */
  spaces: StructureDraft['spaces'];
}

const DELETED: AuthorRow = { display_name: null, email: null, photo_url: null };

export function toDraftView(
  draft: DraftRow,
  changes: readonly DraftChangeRow[],
  { authors, spaces }: NamedInDraft,
): StructureDraft {
  const authorOf = (id: string | null) => toAuthorView(id, authors.get(id ?? '') ?? DELETED);
  const { scheduled_at: scheduledAt, problem, problem_at: problemAt, updated_at: updatedAt } = draft;
  return {
    object: 'structure-draft',
    changes: changes.map(({ id, summary, created_by, created_at, steps }) => ({
      id,
      summary,
      createdBy: authorOf(created_by),
      createdAt: created_at.toISOString(),
      steps,
    })),
    spaces,
    approvals:
      changes.length === 0
        ? []
        : draft.approvals.map(({ userId, at, changes: approved }) => ({
            user: authorOf(userId),
            at,
            isOutdated: approved !== identifyChanges(changes),
          })),
    ...(scheduledAt && {
      schedule: { at: scheduledAt.toISOString(), user: authorOf(draft.scheduled_by) },
    }),
    ...(problem !== null && problemAt && { problem: { message: problem, at: problemAt.toISOString() } }),
    ...(updatedAt > NEVER && { updatedAt: updatedAt.toISOString() }),
  };
}

/** Tells the changes of a draft from others. A change itself never changes. */
export function identifyChanges(changes: readonly Pick<DraftChangeRow, 'id'>[]): string {
  return hash('sha256', changes.map(({ id }) => id).join(' '), 'base64url');
}

/** 409 for a draft that is applied by itself as it is. */
export function assertNotScheduled({ scheduled_at: scheduledAt }: DraftRow): void {
  if (scheduledAt) throw conflict('The draft is scheduled as it is. End its schedule to change it.');
}

/** 409 where changes that stay need items that the removed ones add. */
export function assertNotNeeded(staying: readonly DraftChangeRow[]): void {
  const known = new Set<string>();
  for (const { summary, steps } of staying) {
    for (const step of steps) {
      if (neededBy(step).some((id) => !known.has(id)))
        throw conflict(
          `“${summary}” needs an item that one of these changes adds. Remove it too.`,
          'body.changes',
        );
      for (const id of addedBy(step)) known.add(id);
    }
  }
}
