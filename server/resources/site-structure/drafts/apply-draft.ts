import type { Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import type { AuditEntry } from '#server/audit/audit.ts';
import { ApiError, conflict } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import { type SiteChanger, type SiteRow, recordSiteChange } from '#server/sites/load-site.ts';
import type { OpenSite } from '../changes/open-site.ts';
import { type DraftChangeRow, type DraftRow, ENDED_DRAFT, writeDraft } from './drafts.queries.ts';
import { type AddedIds, runStep } from './run-step.ts';

/** What fits of the values before and after each change into the audit entry of all; the sentences always do. */
const MAX_DETAIL_BYTES = 64 * 1024;

interface Applying {
  trx: Transaction<Database>;
  site: SiteRow;
  member: Membership;
  actor: SiteChanger['actor'];
  draft: DraftRow;
  now: Date;
}

/**
 * Applies all changes of a draft with the site locked, each by the function of its own request, and empties the draft. The
 * first change that is refused ends the transaction. The audit log gets one entry, which lists them.
 */
export async function applyDraft(applying: Applying, changes: readonly DraftChangeRow[]): Promise<AddedIds> {
  const { trx, site, member, actor, draft, now } = applying;
  if (changes.length === 0) throw conflict('The draft has no changes.');
  const entries: AuditEntry[] = [];
  const record = async (entry: AuditEntry) => void entries.push(entry);
  const added = await makeChanges({ trx, site, member, actor, record }, changes);
  await trx.deleteFrom('structure_draft_changes').where('site_id', '=', site.id).execute();
  await writeDraft(trx, draft, now, ENDED_DRAFT);
  await recordSiteChange(trx, { actor }, site, {
    action: 'applyStructureDraft',
    summary: `Applied a draft of ${countOf(changes.length, 'change')} to the structure of the site “${site.title}”.`,
    after: { draft: changes.map(({ summary }) => summary), changes: listEntries(entries) },
  });
  return added;
}

/** Makes the changes of a draft in the structure of a locked site. An error names the change that was refused. */
export async function makeChanges(open: OpenSite, changes: readonly DraftChangeRow[]): Promise<AddedIds> {
  const added: AddedIds = new Map();
  for (const [index, { summary, steps }] of changes.entries()) {
    for (const [step, each] of steps.entries()) {
      try {
        await runStep(open, each, added);
      } catch (error) {
        throw error instanceof ApiError ? refusal(error, { index, step, summary }) : error;
      }
    }
  }
  return added;
}

/** The same error, which names the change. Of something missing it says so: the request itself names nothing that is missing. */
function refusal(
  { status, message, details }: ApiError,
  { index, step, summary }: { index: number; step: number; summary: string },
): ApiError {
  const place = `changes[${index}].steps[${step}]`;
  const text = `Change ${index + 1}, “${summary}”, can’t be made: ${message}`;
  const named = details.map((detail) => ({ path: `${place}.${detail.path ?? ''}`, message: detail.message }));
  return new ApiError(
    status === 403 ? 403 : 409,
    text,
    named.length > 0 ? named : [{ path: place, message }],
  );
}

/** The entries that the changes would have written alone. */
function listEntries(entries: readonly AuditEntry[]): unknown[] {
  let bytes = 0;
  return entries.map(({ action, targetKind, targetId, summary, before, after }) => {
    const sentence = { action, target: { kind: targetKind, id: targetId }, summary };
    const values = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    bytes += JSON.stringify(values).length;
    return bytes > MAX_DETAIL_BYTES ? sentence : { ...sentence, ...values };
  });
}
