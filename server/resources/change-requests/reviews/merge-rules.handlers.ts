import type { FastifyRequest } from 'fastify';
import type { MergeStop } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { forbidden } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import { lockSpaceContent } from '#server/content/stored/write-revision.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, type ListEnvelope, type ListQuery, readPage, toEnvelope } from '#server/lists/lists.ts';
import { findOrganization } from '../../organizations/organizations.queries.ts';
import { loadSpace } from '../../spaces/spaces.queries.ts';
import { canManageSpace } from '../../spaces/spaces.rules.ts';
import { canReview } from '../change-requests.rules.ts';
import { readMergeRules } from '../check-merge-rules.ts';
import { loadChangeRequest } from '../content-base.ts';
import { mergeByRules } from '../merge-by-rules.ts';
import {
  changeRules,
  findRuleNames,
  findRules,
  type RulesChange,
  type RulesScope,
} from '../merge-rules/merge-rules.queries.ts';
import { areRulesOn, type RulesRow, toRulesColumns, toRulesView } from '../merge-rules/merge-rules.rules.ts';
import { selectStops, toStopView } from '../merge-rules/merge-stops.ts';
import { mergeVersions } from '../merge-versions.ts';

/** Merge rules of organizations and spaces, who was stopped by them, and merges against them. */
export const mergeRuleHandlers = {
  async getOrganizationMergeRules({ params, actor, db }) {
    const viewer = membershipOr404(actor, params.organizationId);
    if (viewer.role === LEVEL.guest)
      throw forbidden('Guests cannot read the merge rules of the organization.');
    const scope = { organizationId: viewer.organizationId, spaceId: null };
    return viewRules(db, scope, await findRules(db, scope), isAdministrator(viewer));
  },

  async updateOrganizationMergeRules(request) {
    const { params, db } = request;
    const viewer = requireAdministrator(request, params.organizationId);
    const scope = { organizationId: viewer.organizationId, spaceId: null };
    const title = (await findOrganization(db, viewer.organizationId))?.title ?? '';
    const rules = await inTransaction(db, (trx) => changeRules(trx, changeOf(request, scope, title)));
    return viewRules(db, scope, rules, true);
  },

  async listOrganizationMergeStops(request) {
    const viewer = requireAdministrator(request, request.params.organizationId);
    return listStops(request, 'listOrganizationMergeStops', viewer.organizationId);
  },

  async getSpaceMergeRules({ params, actor, db }) {
    const { row: space, level } = await loadSpace(db, actor, params.spaceId);
    const scope = { organizationId: space.organization_id, spaceId: space.id };
    return viewRules(db, scope, await findRules(db, scope), canManageSpace(level));
  },

  async updateSpaceMergeRules(request) {
    const { params, db, actor } = request;
    const { row: space, level } = await loadSpace(db, actor, params.spaceId);
    requireManager(level);
    const scope = { organizationId: space.organization_id, spaceId: space.id };
    const rules = await inTransaction(db, async (trx) => {
      await lockSpaceContent(trx, space.id);
      return changeRules(trx, changeOf(request, scope, space.title));
    });
    return viewRules(db, scope, rules, true);
  },

  async listSpaceMergeStops(request) {
    const { params, db, actor } = request;
    const { row: space, level } = await loadSpace(db, actor, params.spaceId);
    requireManager(level);
    return listStops(request, 'listSpaceMergeStops', space.organization_id, space.id);
  },

  async getChangeRequestMergeRules(request) {
    const { db, actor, params } = request;
    const { changeRequest, space, level } = await loadChangeRequest(request, params);
    const revision_id = changeRequest.space_revision_id;
    const merge = () => mergeVersions(db, changeRequest, revision_id);
    const { id, organization_id } = space;
    const checked = { space: { id, organization_id, revision_id }, changeRequest, merge };
    const { states, mayBypass } = await readMergeRules(db, checked, actor);
    const isUnfinished = changeRequest.status === 'open' || changeRequest.status === 'draft';
    return {
      object: 'merge-readiness',
      rules: states,
      canBypass: mayBypass && isUnfinished && canReview(level),
    };
  },

  bypassMergeRules(request) {
    return mergeByRules(request, request.body.reason);
  },
} satisfies Handlers<
  | 'getOrganizationMergeRules'
  | 'updateOrganizationMergeRules'
  | 'listOrganizationMergeStops'
  | 'getSpaceMergeRules'
  | 'updateSpaceMergeRules'
  | 'listSpaceMergeStops'
  | 'getChangeRequestMergeRules'
  | 'bypassMergeRules'
>;

function requireAdministrator({ actor }: Pick<FastifyRequest, 'actor'>, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!isAdministrator(viewer))
    throw forbidden('You need the role "admin" in this organization to manage its merge rules.');
  return viewer;
}

function requireManager(level: number): void {
  if (!canManageSpace(level)) throw forbidden('You need the permission "admin" on this space.');
}

type ChangeRulesRequest = Pick<FastifyRequest, 'actor' | 'clock' | 'headers'> & {
  body: Parameters<typeof toRulesColumns>[0];
};

function changeOf(request: ChangeRulesRequest, scope: RulesScope, title: string): RulesChange {
  const { actor, clock, body } = request;
  const checkVersion = (updatedAt: Date) => assertIfMatch(request, updatedAt);
  return { scope, columns: toRulesColumns(body), checkVersion, title, actor, now: clock.now() };
}

async function viewRules(
  db: FastifyRequest['db'],
  { organizationId, spaceId }: RulesScope,
  rules: RulesRow | undefined,
  isManager: boolean,
) {
  const isOn =
    areRulesOn(rules) ||
    (spaceId !== null && areRulesOn(await findRules(db, { organizationId, spaceId: null })));
  return toRulesView(rules, await findRuleNames(db, organizationId, rules), { isOn, isManager });
}

async function listStops(
  request: Pick<FastifyRequest, 'db' | 'cursors'> & { query: ListQuery },
  operation: string,
  organizationId: string,
  spaceId?: string,
): Promise<ListEnvelope<MergeStop>> {
  const { db } = request;
  const query = selectStops(db, organizationId, spaceId);
  const page = await readPage(request, {
    scope: { operation, organizationId, filters: [spaceId] },
    query,
    order: [
      { column: 'merge_stops.updated_at', direction: 'desc' },
      { column: 'merge_stops.id', direction: 'desc' },
    ],
    keysOf: (row) => [row.updated_at, row.id],
    count: () => countRows(query),
  });
  return toEnvelope(page, toStopView);
}
