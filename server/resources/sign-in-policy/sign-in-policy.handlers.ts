import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { findPolicy, updatePolicy } from './sign-in-policy.queries.ts';
import { canManagePolicy, toPolicyColumns, toPolicyView } from './sign-in-policy.rules.ts';

/** The requirements of an organization for sessions and API tokens. */
export const signInPolicyHandlers = {
  async getSignInPolicy({ actor, db, params }) {
    requirePolicyManager(actor, params.organizationId);
    return toPolicyView(await findPolicy(db, params.organizationId));
  },

  async updateSignInPolicy({ actor, actors, body, clock, db, params }) {
    const viewer = requirePolicyManager(actor, params.organizationId);
    const change = { actor, viewer, now: clock.now() };
    const row = await inTransaction(db, (trx) => updatePolicy(trx, change, toPolicyColumns(body)));
    actors.invalidateAll();
    return toPolicyView(row);
  },
} satisfies Handlers<'getSignInPolicy' | 'updateSignInPolicy'>;

function requirePolicyManager(actor: Actor, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!canManagePolicy(viewer))
    throw forbidden('You need the role "admin" in this organization to manage its sign-in policy.');
  return viewer;
}
