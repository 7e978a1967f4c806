import type { Kysely, Transaction } from 'kysely';
import { membershipOr404 } from '#server/access/actor.ts';
import { addTeamMembers } from '#server/accounts/joining/joining.queries.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { forbidden, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf, readPage, toEnvelope } from '#server/lists/lists.ts';
import { assertMembersExist } from '../members/members.rules.ts';
import { lockMembersByKey } from '../members/named-members.queries.ts';
import {
  countTeams,
  deleteTeam,
  insertTeam,
  loadTeam,
  matchTeams,
  renameTeam,
  selectTeams,
} from './teams.queries.ts';
import { canManageTeams, requireTeamViewer, toTeamView } from './teams.rules.ts';

export const teamHandlers = {
  async listTeams(request) {
    const { params, query, actor, db } = request;
    const { organizationId } = params;
    const viewer = requireTeamViewer(actor, organizationId);
    const filter = { owner: query.owner, title: query.title };
    const page = await readPage(request, {
      scope: { operation: 'listTeams', organizationId, filters: [filter.owner, filter.title] },
      query: selectTeams(db).where(matchTeams(organizationId, filter)),
      order: [
        { column: 'teams.created_at', direction: 'desc' },
        { column: 'teams.id', direction: 'desc' },
      ],
      count: () => countTeams(db, organizationId, filter),
    });
    return toEnvelope(page, (row) => toTeamView(row, viewer));
  },

  async createTeam({ params, body, actor, db, actors }) {
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    if (!canManageTeams(viewer))
      throw forbidden('You need the role "admin" in this organization to create teams.');
    const team = { id: newId(), organizationId, title: body.title };
    const { members: keys = [] } = body;
    const insert = (on: Kysely<Database>, members: string[]) =>
      insertTeam(on, team, {
        organizationId,
        actor,
        action: 'createTeam',
        targetKind: 'team',
        targetId: team.id,
        summary: `Created the team “${team.title}” with ${countOf(members.length, 'member')}.`,
        after: { title: team.title, members },
      });
    const insertWithMembers = async (trx: Transaction<Database>) => {
      const members = await lockMembers(trx, organizationId, keys);
      const createdAt = await insert(trx, members);
      await addTeamMembers(trx, team, members);
      return { created_at: createdAt, members: members.length };
    };
    const created =
      keys.length === 0
        ? { created_at: await insert(db, []), members: 0 }
        : await inTransaction(db, insertWithMembers);
    if (created.members > 0) actors.invalidateAll();
    return toTeamView({ ...team, ...created, organization_id: organizationId, spaces: 0 }, viewer);
  },

  async getTeam({ params, actor, db }) {
    const { row, viewer } = await loadTeam(db, actor, params);
    return toTeamView(row, viewer);
  },

  async deleteTeam({ params, actor, db, actors }) {
    const { row, viewer } = await loadTeam(db, actor, params);
    if (!canManageTeams(viewer))
      throw forbidden('You need the role "admin" in this organization to delete teams.');
    await inTransaction(db, async (trx) => {
      const members = await deleteTeam(trx, row.id);
      await recordAudit(trx, {
        organizationId: row.organization_id,
        actor,
        action: 'deleteTeam',
        targetKind: 'team',
        targetId: row.id,
        summary: `Deleted the team “${row.title}”.`,
        before: { title: row.title, members },
      });
    });
    actors.invalidateAll();
  },

  async updateTeam({ params, body, actor, db }) {
    const { row, viewer } = await loadTeam(db, actor, params);
    if (!canManageTeams(viewer))
      throw forbidden('You need the role "admin" in this organization to rename teams.');
    await inTransaction(db, async (trx) => {
      if (!(await renameTeam(trx, row.id, body.title))) throw notFound('team');
      await recordAudit(trx, {
        organizationId: row.organization_id,
        actor,
        action: 'updateTeam',
        targetKind: 'team',
        targetId: row.id,
        summary: `Renamed the team “${row.title}” to “${body.title}”.`,
        before: { title: row.title },
        after: { title: body.title },
      });
    });
    return toTeamView({ ...row, title: body.title }, viewer);
  },
} satisfies Handlers<'listTeams' | 'createTeam' | 'getTeam' | 'deleteTeam' | 'updateTeam'>;

/** User ids by key, without duplicates; throws 400 naming unknown ones. */
async function lockMembers(
  trx: Transaction<Database>,
  organizationId: string,
  keys: string[],
): Promise<string[]> {
  const userIds = await lockMembersByKey(trx, organizationId, keys);
  assertMembersExist(
    keys.map((key, index) => ({ key, path: `body.members[${index}]` })),
    userIds,
  );
  return [...new Set(userIds.values())];
}
