import { membershipOr404 } from '#server/access/actor.ts';
import { levelFrom } from '#server/access/content-level.ts';
import { levelOf, roleOf } from '#server/access/roles.ts';
import type { Handlers, OperationRequest } from '#server/contract.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { readPage, toEnvelope } from '#server/lists.ts';
import { toPlacedSpaceView } from '../spaces/spaces.rules.ts';
import {
  countForMembers,
  countSharedSpaces,
  findMemberWithFigures,
  selectSharedSpaces,
  viewerOf,
} from './member-figures.queries.ts';
import {
  changeRole,
  countMembers,
  loadMember,
  matchMembers,
  type MemberRow,
  removeFromOrganization,
  requireSso,
  selectMembers,
  touchMember,
} from './members.queries.ts';
import {
  canChangeMembers,
  canListMembers,
  canRemoveMember,
  canSeeMember,
  toMemberView,
  visitorClaims,
} from './members.rules.ts';

const NEED_ADMINISTRATOR = 'You need the role "admin" in this organization to manage members.';

/** Members of an organization. */
export const memberHandlers = {
  async listMembers(request) {
    const { params, query, actor, db } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canListMembers(viewer)) throw forbidden('Guests cannot see members.');
    const { role, search, sort = 'joinedAt', order = 'desc' } = query;
    const filter = {
      role: role === undefined ? undefined : levelOf(role === 'guest' ? null : role),
      search: search === '' ? undefined : search,
      seen: sort === 'lastSeenAt',
    };
    const page = await readPage(request, {
      scope: {
        operation: 'listMembers',
        organizationId: viewer.organizationId,
        filters: [filter.role, filter.search],
      },
      query: selectMembers(db, viewer.organizationId).where(matchMembers(filter)),
      order: [
        { column: sort === 'lastSeenAt' ? 'members.last_seen_at' : 'members.joined_at', direction: order },
        { column: 'members.user_id', direction: order },
      ],
      keysOf: (row) => [(sort === 'lastSeenAt' ? row.last_seen_at : null) ?? row.joined_at, row.id],
      count: () => countMembers(db, viewer.organizationId, filter),
    });
    const figuresOf = await countForMembers(db, viewer.organizationId, page.rows);
    return toEnvelope(page, (row) => toMemberView(row, figuresOf(row)));
  },

  async getMember(request) {
    const { actor, db, params } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    const found = canSeeMember(viewer, params.userId)
      ? await findMemberWithFigures(db, params.organizationId, params.userId)
      : undefined;
    if (!found) throw notFound('member');
    return toMemberView(found.row, found.figures);
  },

  async updateMember(request) {
    const { db, actor, body, params } = request;
    const { row, viewer } = await loadMember(request);
    if (!canChangeMembers(viewer)) throw forbidden(NEED_ADMINISTRATOR);
    const role = body.role === undefined ? row.role : levelOf(body.role);
    await inTransaction(db, (trx) => changeRole(trx, { ...params, actor }, role));
    request.actors.forgetUser(params.userId);
    return viewMember(request, { ...row, role });
  },

  async removeMember(request) {
    const { db, actor, params } = request;
    const { viewer } = await loadMember(request);
    if (!canRemoveMember(viewer, params.userId)) throw forbidden(NEED_ADMINISTRATOR);
    await inTransaction(db, (trx) => removeFromOrganization(trx, { ...params, actor }));
    request.actors.forgetUser(params.userId);
  },

  async setMemberSso(request) {
    const { db, actor, params } = request;
    const { row, viewer } = await loadMember(request);
    if (!canChangeMembers(viewer)) throw forbidden(NEED_ADMINISTRATOR);
    await inTransaction(db, (trx) => requireSso(trx, { ...params, actor }));
    request.actors.forgetUser(params.userId);
    return viewMember(request, { ...row, sso: true });
  },

  async pingOrganization({ actor, params, db, clock, service }) {
    const membership = membershipOr404(actor, params.organizationId);
    await touchMember(db, membership, clock.now());
    return visitorClaims(service, actor.user.id, clock.now());
  },

  async listMemberSpaces(request) {
    const { db, actor, query, service } = request;
    const { row, viewer } = await loadMember(request);
    const member = await viewerOf(db, row);
    const { order = 'desc' } = query;
    const page = await readPage(request, {
      scope: {
        operation: 'listMemberSpaces',
        organizationId: viewer.organizationId,
        filters: [member.userId, viewer.userId],
      },
      query: selectSharedSpaces(db, actor, viewer, member),
      order: [
        { column: 'spaces.created_at', direction: order },
        { column: 'spaces.id', direction: order },
      ],
      count: () => countSharedSpaces(db, viewer, member),
    });
    return toEnvelope(page, (row) => ({
      permission: roleOf(row.level) ?? 'read',
      space: toPlacedSpaceView(row, { role: viewer.role, level: levelFrom(viewer.role, row) }, service),
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

async function viewMember({ db }: Pick<OperationRequest<'getMember'>, 'db'>, row: MemberRow) {
  const figuresOf = await countForMembers(db, row.organization_id, [row]);
  return toMemberView(row, figuresOf(row));
}
