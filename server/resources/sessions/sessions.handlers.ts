import { accountScope } from '#server/access/account-scope.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { findPolicyMembership } from '#server/access/session-limits.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadMember } from '../members/members.queries.ts';
import {
  endMemberSession,
  endOtherOwnSessions,
  endOwnSession,
  selectMemberSessions,
  selectSessions,
  signOut,
} from './sessions.queries.ts';
import { canManageSignIn, toSessionView } from './sessions.rules.ts';

const ADMIN_REQUIRED = 'You need the role "admin" in this organization to manage sessions of members.';

/** Newest first. */
const ORDER = [
  { column: 'sessions.created_at', direction: 'desc' },
  { column: 'sessions.id', direction: 'desc' },
] as const;

/** Sessions of the caller, and of members. */
export const sessionHandlers = {
  async listSessions(request) {
    const { actor, db, clock } = request;
    const scope = accountScope(actor);
    const query = selectSessions(db, scope, clock.now());
    const page = await readPage(request, {
      scope: { operation: 'listSessions', filters: Object.values(scope) },
      query,
      order: ORDER,
      count: () => countRows(query),
    });
    const viewer = { currentSessionId: actor.sessionId, isOwn: true };
    return toEnvelope(page, (row) => toSessionView(row, viewer));
  },

  async endSession({ actor, actors, db, clock, params }) {
    const scope = accountScope(actor);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => endOwnSession(trx, scope, params.sessionId, change));
    actors.invalidateUser(scope.userId);
  },

  async endOtherSessions({ actor, actors, db, clock }) {
    const scope = accountScope(actor);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => endOtherOwnSessions(trx, scope, change));
    actors.invalidateUser(scope.userId);
  },

  async listMemberSessions(request) {
    const { actor, db, clock } = request;
    const { userId, policy } = await loadManagedMember(request);
    const query = selectMemberSessions(db, userId, policy, clock.now());
    const page = await readPage(request, {
      scope: { operation: 'listMemberSessions', filters: [policy.organizationId, userId] },
      query,
      order: ORDER,
      count: () => countRows(query),
    });
    const viewer = { currentSessionId: actor.sessionId, isOwn: userId === actor.user.id };
    return toEnvelope(page, (row) => toSessionView(row, viewer));
  },

  async endMemberSession(request) {
    const { actor, actors, db, clock, params } = request;
    const member = await loadManagedMember(request);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => endMemberSession(trx, member, params.sessionId, change));
    actors.invalidateUser(member.userId);
  },

  async signOutMember(request) {
    const { actor, actors, db, clock, params } = request;
    await loadManagedMember(request);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => signOut(trx, params, change));
    actors.invalidateUser(params.userId);
  },

  async signOutAllMembers({ actor, actors, db, clock, params }) {
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canManageSignIn(viewer)) throw forbidden(ADMIN_REQUIRED);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => signOut(trx, params, change));
    actors.invalidateAll();
  },
} satisfies Handlers<
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'listMemberSessions'
  | 'endMemberSession'
  | 'signOutMember'
  | 'signOutAllMembers'
>;

/** The member of the path, for an administrator. */
async function loadManagedMember(request: OperationRequest<'signOutMember'>) {
  const { row, viewer } = await loadMember(request);
  if (!canManageSignIn(viewer)) throw forbidden(ADMIN_REQUIRED);
  const { organizationId } = request.params;
  return {
    userId: row.id,
    policy: await findPolicyMembership(request.db, { organizationId, userId: row.id }),
  };
}
