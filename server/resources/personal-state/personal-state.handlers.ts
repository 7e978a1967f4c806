import { membershipOr404 } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readEntries, writeEntries } from './personal-state.queries.ts';
import { parseEntries, toEntryView } from './personal-state.rules.ts';

/** What a person leaves behind in an organization. Only they may read it, and nothing of it is in the audit log. */
export const personalStateHandlers = {
  async getPersonalState({ params: { organizationId }, actor, db }) {
    const owner = membershipOr404(actor, organizationId);
    const entries = (await readEntries(db, owner)).map(toEntryView);
    const latest = entries[0]?.updatedAt;
    return {
      object: 'personal-state',
      organization: organizationId,
      entries,
      ...(latest !== undefined && { updatedAt: latest }),
    };
  },

  async updatePersonalState({ params, body, actor, db, clock }) {
    const owner = membershipOr404(actor, params.organizationId);
    const entries = parseEntries(body.entries);
    await inTransaction(db, (trx) => writeEntries(trx, owner, entries, clock.now()));
  },
} satisfies Handlers<'getPersonalState' | 'updatePersonalState'>;
