import type { FormerGuestAccess } from '#api/generated/types.gen.ts';
import { type Actor, isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { toUserView } from '#server/access/users.view.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { decideFormerAccess, type FormerGuestRow, selectFormerGuests } from './guest-access.queries.ts';

/** The access of guests before default levels were for members with a role only. */
export const guestAccessHandlers = {
  async listFormerGuestAccess(request) {
    const { actor, db, params } = request;
    const { organizationId } = requireAdministrator(actor, params.organizationId);
    const page = await readPage(request, {
      // Grants and default levels change it: its total is counted every time.
      scope: { operation: 'listFormerGuestAccess', filters: [organizationId] },
      query: selectFormerGuests(db, organizationId),
      order: [{ column: 'users.id', direction: 'asc' }],
      keysOf: (row) => [row.id],
      count: () => countRows(selectFormerGuests(db, organizationId).clearSelect()),
    });
    return toEnvelope(page, toFormerGuestAccessView);
  },

  async decideFormerGuestAccess({ actor, body, db, params }) {
    const { organizationId } = requireAdministrator(actor, params.organizationId);
    const { grant, users: userIds } = body;
    return inTransaction(db, (trx) => decideFormerAccess(trx, { organizationId, actor, grant, userIds }));
  },
} satisfies Handlers<'listFormerGuestAccess' | 'decideFormerGuestAccess'>;

function requireAdministrator(actor: Actor, organizationId: string): Membership {
  const membership = membershipOr404(actor, organizationId);
  if (isAdministrator(membership)) return membership;
  throw forbidden('You need the role "admin" in this organization to manage the access of guests.');
}

function toFormerGuestAccessView(row: FormerGuestRow): FormerGuestAccess {
  return { user: toUserView(row), count: row.count, spaces: row.spaces };
}
