import { accountScope } from '#server/access/account-scope.ts';
import { findPolicyMembership } from '#server/access/session-limits.ts';
import { newToken } from '#server/access/tokens.ts';
import { insertApiToken } from '#server/accounts/sessions/api-tokens.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadMember } from '../members/members.queries.ts';
import {
  assertTokenCount,
  findTitles,
  loadChosenOrganizations,
  revokeMemberToken,
  revokeOwnToken,
  selectMemberTokens,
  selectTokens,
} from './api-tokens.queries.ts';
import { assertOpens, canManageTokens, parseTokenExpiry, toApiTokenView } from './api-tokens.rules.ts';

/** Newest first. */
const ORDER = [
  { column: 'tokens.created_at', direction: 'desc' },
  { column: 'tokens.id', direction: 'desc' },
] as const;

/** API tokens of the caller, and of members. */
export const apiTokenHandlers = {
  async listApiTokens(request) {
    const { actor, db } = request;
    const scope = accountScope(actor);
    const query = selectTokens(db, scope);
    const page = await readPage(request, {
      scope: { operation: 'listApiTokens', filters: Object.values(scope) },
      query,
      order: ORDER,
      count: () => countRows(query),
    });
    const titles = await findTitles(db, actor.user.id);
    return toEnvelope(page, (row) => toApiTokenView(row, titles));
  },

  async createApiToken({ actor, body, clock, db }) {
    const { userId } = accountScope(actor);
    const now = clock.now();
    const selectedOrganizations = await loadChosenOrganizations(db, actor, body.organizations);
    const { credential, ssoOrganizationId } = actor;
    assertOpens({ ...credential, kind: 'console token', createdAt: now }, selectedOrganizations, now);
    const expiresAt = parseTokenExpiry(body.expiresAt, selectedOrganizations, now);
    const token = newToken();
    const limits = { organizationIds: body.organizations, method: credential.method, ssoOrganizationId };
    const row = await inTransaction(db, async (trx) => {
      await assertTokenCount(trx, userId);
      return insertApiToken(trx, { userId, name: body.name, expiresAt, token, limits, actor, now });
    });
    const titles = new Map(selectedOrganizations.map(({ organizationId, title }) => [organizationId, title]));
    return { ...toApiTokenView(row, titles), token };
  },

  async revokeApiToken({ actor, actors, clock, db, params }) {
    const scope = accountScope(actor);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => revokeOwnToken(trx, scope, params.tokenId, change));
    actors.invalidateUser(scope.userId);
  },

  async listMemberTokens(request) {
    const { actor, db, clock } = request;
    const { userId, policy } = await loadManagedMember(request);
    const query = selectMemberTokens(db, userId, policy, clock.now());
    const page = await readPage(request, {
      scope: { operation: 'listMemberTokens', filters: [policy.organizationId, userId] },
      query,
      order: ORDER,
      count: () => countRows(query),
    });
    // Which other organizations the member has is not their administrators' business.
    const titles = await findTitles(db, actor.user.id);
    const ownTitles = new Map([...titles].filter(([id]) => id === policy.organizationId));
    return toEnvelope(page, (row) => toApiTokenView(row, ownTitles));
  },

  async revokeMemberToken(request) {
    const { actor, actors, db, clock, params } = request;
    const member = await loadManagedMember(request);
    const change = { actor, now: clock.now() };
    await inTransaction(db, (trx) => revokeMemberToken(trx, member, params.tokenId, change));
    actors.invalidateUser(member.userId);
  },
} satisfies Handlers<
  'listApiTokens' | 'createApiToken' | 'revokeApiToken' | 'listMemberTokens' | 'revokeMemberToken'
>;

/** The member of the path, for an administrator. */
async function loadManagedMember(request: OperationRequest<'listMemberTokens' | 'revokeMemberToken'>) {
  const { row, viewer } = await loadMember(request);
  if (!canManageTokens(viewer))
    throw forbidden('You need the role "admin" in this organization to manage API tokens of members.');
  const { organizationId } = request.params;
  return {
    userId: row.id,
    policy: await findPolicyMembership(request.db, { organizationId, userId: row.id }),
  };
}
