import { membershipOr404 } from '#server/access/actor.ts';
import { effectiveLevel, levelOf, roleOf } from '#server/access/roles.ts';
import { updateLastSeen } from '#server/accounts/joining/joining.queries.ts';
import { forbidden, notFound } from '#server/base/errors.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { containsPattern, readPage, toEnvelope } from '#server/lists/lists.ts';
import { toSpaceWithUrlView } from '../spaces/spaces.rules.ts';
import {
  getMemberCounts,
  countMemberSpaces,
  findMemberWithCounts,
  selectMemberSpaces,
  getContentViewer,
} from './member-counts.queries.ts';
import {
  changeRole,
  countMembers,
  loadMember,
  removeFromOrganization,
  readMembers,
  setMemberSso,
} from './members.queries.ts';
import {
  type MemberRow,
  canManageMembers,
  canListMembers,
  canRemoveMember,
  canViewMember,
  toMemberView,
  createVisitorClaims,
} from './members.rules.ts';

const ADMIN_REQUIRED = 'You need the role "admin" in this organization to manage members.';

export const memberHandlers = {
  async listMembers(request) {
    const { params, query, actor, db } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canListMembers(viewer)) throw forbidden('Guests cannot see members.');
    const { role, search, status, sort = 'joinedAt', order = 'desc' } = query;
    const filter = {
      role: role === undefined ? undefined : levelOf(role === 'guest' ? null : role),
      search: search === undefined || search === '' ? undefined : containsPattern(search),
      seen: sort === 'lastSeenAt',
      invited: status === 'invited',
    };
    const page = await readPage(request, {
      scope: {
        operation: 'listMembers',
        organizationId: viewer.organizationId,
        filters: [filter.role, filter.search, status],
      },
      query: { readRows: (position) => readMembers(db, viewer.organizationId, filter, position) },
      order: [
        { column: sort === 'lastSeenAt' ? 'members.last_seen_at' : 'members.joined_at', direction: order },
        { column: 'members.user_id', direction: order },
      ],
      keysOf: (row) => [(sort === 'lastSeenAt' ? row.last_seen_at : null) ?? row.joined_at, row.id],
      count: () => countMembers(db, viewer.organizationId, filter),
    });
    const countsOf = await getMemberCounts(db, viewer.organizationId, page.rows);
    return toEnvelope(page, (row) => toMemberView(row, countsOf(row)));
  },

  async getMember(request) {
    const { actor, db, params } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    const member = canViewMember(viewer, params.userId)
      ? await findMemberWithCounts(db, params.organizationId, params.userId)
      : undefined;
    if (!member) throw notFound('member');
    return toMemberView(member.row, member.counts);
  },

  async updateMember(request) {
    const { db, actor, body, params } = request;
    const { row, viewer } = await loadMember(request);
    if (!canManageMembers(viewer)) throw forbidden(ADMIN_REQUIRED);
    const role = body.role === undefined ? row.role : levelOf(body.role);
    await inTransaction(db, (trx) => changeRole(trx, { ...params, actor }, role));
    request.actors.invalidateUser(params.userId);
    return viewMember(request, { ...row, role });
  },

  async removeMember(request) {
    const { db, actor, params } = request;
    const { viewer } = await loadMember(request);
    if (!canRemoveMember(viewer, params.userId)) throw forbidden(ADMIN_REQUIRED);
    await inTransaction(db, (trx) => removeFromOrganization(trx, { ...params, actor }));
    request.actors.invalidateUser(params.userId);
  },

  async setMemberSso(request) {
    const { db, actor, params } = request;
    const { row, viewer } = await loadMember(request);
    if (!canManageMembers(viewer)) throw forbidden(ADMIN_REQUIRED);
    await inTransaction(db, (trx) => setMemberSso(trx, { ...params, actor }));
    request.actors.invalidateUser(params.userId);
    return viewMember(request, { ...row, sso: true });
  },

  async pingOrganization({ actor, params, db, clock, service }) {
    const membership = membershipOr404(actor, params.organizationId);
    await updateLastSeen(db, membership, clock.now());
    return createVisitorClaims(service, actor.user.id, clock.now());
  },

  async listMemberSpaces(request) {
    const { db, actor, query, service } = request;
    const { row, viewer } = await loadMember(request);
    const member = await getContentViewer(db, row);
    const { order = 'desc', sort = 'createdAt', title } = query;
    const page = await readPage(request, {
      scope: {
        operation: 'listMemberSpaces',
        organizationId: viewer.organizationId,
        filters: [member.userId, viewer.userId, title],
      },
      query: selectMemberSpaces(db, actor, viewer, member, title),
      order: [
        { column: spaceColumns[sort], direction: order },
        { column: 'spaces.id', direction: order },
      ],
      count: () => countMemberSpaces(db, viewer, member, title),
    });
    return toEnvelope(page, (row) => ({
      permission: roleOf(row.level) ?? 'read',
      space: toSpaceWithUrlView(row, { role: viewer.role, level: effectiveLevel(viewer.role, row) }, service),
    }));
  },
} satisfies Handlers<
  | 'listMembers'
  | 'getMember'
  | 'updateMember'
  | 'removeMember'
  | 'setMemberSso'
  | 'pingOrganization'
  | 'listMemberSpaces'
>;

const spaceColumns = {
  createdAt: 'spaces.created_at',
  title: 'spaces.title',
  updatedAt: 'spaces.updated_at',
} as const;

async function viewMember({ db }: Pick<OperationRequest<'getMember'>, 'db'>, row: MemberRow) {
  const countsOf = await getMemberCounts(db, row.organization_id, [row]);
  return toMemberView(row, countsOf(row));
}
