import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { StructureDraftChangeCreate } from '#api/generated/types.gen.ts';
import { conflict } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { recordSiteChange, type SiteChanger } from '#server/sites/load-site.ts';
import { findDraft, insertDraftChange, listDraftChanges, writeDraft } from './drafts.queries.ts';

interface Filling {
  changes: readonly StructureDraftChangeCreate[];
  /** The operation, for the audit log, with its sentence and what it says beside the changes. */
  action: string;
  summary: string;
  details?: Record<string, unknown>;
}

/** Puts planned changes into the draft of a site, which has to be empty. With the site locked. */
export async function fillDraft(
  trx: Transaction<Database>,
  request: Pick<FastifyRequest, 'actor' | 'clock'>,
  site: SiteChanger['site'],
  { changes, action, summary, details }: Filling,
): Promise<void> {
  const draft = await findDraft(trx, site.id);
  if ((await listDraftChanges(trx, site.id)).length > 0)
    throw conflict('The draft has changes. Apply or discard it first.');
  const now = request.clock.now();
  await writeDraft(trx, draft, now);
  for (const change of changes)
    await insertDraftChange(trx, site.id, change, { userId: request.actor.user.id, now });
  await recordSiteChange(trx, request, site, {
    action,
    summary,
    after: { ...details, changes: changes.length },
  });
}
