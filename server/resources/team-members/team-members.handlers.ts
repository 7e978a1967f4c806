import type { Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { teamRoleOf } from '#server/access/roles.ts';
import { addTeamMembers, upsertTeamMembers } from '#server/accounts/joining/joining.queries.ts';
import { describeNames } from '#server/audit/audit-names.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { forbidden, notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { getMemberCounts } from '../members/member-counts.queries.ts';
import { loadMember } from '../members/members.queries.ts';
import { lockMembersForShare, lockMembersByKey } from '../members/named-members.queries.ts';
import { loadTeam } from '../teams/teams.queries.ts';
import { canManageTeamMembers, toTeamView } from '../teams/teams.rules.ts';
import {
  countTeamMembers,
  removeTeamMembers,
  selectTeamMembers,
  selectMemberTeams,
} from './team-members.queries.ts';
import { listMemberKeys, planTeamChanges, toTeamMemberView } from './team-members.rules.ts';

export const teamMemberHandlers = {
  async listTeamMembers(request) {
    const { params, actor, db } = request;
    const { organizationId, teamId } = params;
    await loadTeam(db, actor, params);
    const page = await readPage(request, {
      scope: { operation: 'listTeamMembers', organizationId, filters: [teamId] },
      query: selectTeamMembers(db, organizationId, teamId),
      order: [
        { column: 'team_members.created_at', direction: 'asc' },
        { column: 'team_members.user_id', direction: 'asc' },
      ],
      count: () => countTeamMembers(db, teamId),
    });
    const countsOf = await getMemberCounts(db, organizationId, page.rows);
    return toEnvelope(page, (row) => toTeamMemberView(row, countsOf(row)));
  },

  async updateTeamMembers({ params, body, actor, db, actors }) {
    const { row, viewer } = await loadTeam(db, actor, params);
    requireTeamManager(viewer, row.id);
    const team = { id: row.id, organizationId: row.organization_id };
    await inTransaction(db, async (trx) => {
      const keys = listMemberKeys(body).map(({ key }) => key);
      const changes = planTeamChanges(body, await lockMembersByKey(trx, team.organizationId, keys));
      await removeTeamMembers(trx, team, changes.remove);
      await addTeamMembers(trx, team, changes.add);
      await upsertTeamMembers(trx, team, changes.roles);
      await recordAudit(trx, {
        organizationId: team.organizationId,
        actor,
        action: 'updateTeamMembers',
        targetKind: 'team',
        targetId: team.id,
        summary: `${await describeChanges(trx, team.organizationId, changes)} in the team “${row.title}”.`,
        after: { ...changes, roles: Object.fromEntries(changes.roles) },
      });
    });
    actors.invalidateAll();
  },

  async setTeamMember({ params, body, actor, db, actors }) {
    const { row, viewer } = await loadTeam(db, actor, params);
    requireTeamManager(viewer, row.id);
    const { organizationId, userId } = params;
    const { role } = body;
    const team = { id: row.id, organizationId };
    await inTransaction(db, async (trx) => {
      const members = await lockMembersForShare(trx, organizationId, [userId]);
      if (!members.has(userId)) throw notFound('member');
      if (role === undefined) await addTeamMembers(trx, team, [userId]);
      else await upsertTeamMembers(trx, team, new Map([[userId, role]]));
      await recordAudit(trx, {
        organizationId,
        actor,
        action: 'setTeamMember',
        targetKind: 'team',
        targetId: row.id,
        summary: `Added ${await describeNames(trx, organizationId, [userId])} to the team “${row.title}”${role === undefined ? '' : ` as ${role}`}.`,
        after: { userId, role },
      });
    });
    actors.invalidateUser(userId);
  },

  async removeTeamMember({ params, actor, db, actors }) {
    const { row, viewer } = await loadTeam(db, actor, params);
    requireTeamManager(viewer, row.id);
    const { organizationId, userId } = params;
    await inTransaction(db, async (trx) => {
      const removed = await removeTeamMembers(trx, { id: row.id, organizationId }, [userId]);
      if (removed === 0) throw notFound('team member');
      await recordAudit(trx, {
        organizationId,
        actor,
        action: 'removeTeamMember',
        targetKind: 'team',
        targetId: row.id,
        summary: `Removed ${await describeNames(trx, organizationId, [userId])} from the team “${row.title}”.`,
        before: { userId },
      });
    });
    actors.invalidateUser(userId);
  },

  async listMemberTeams(request) {
    const { row: member, viewer } = await loadMember(request);
    const { title } = request.query;
    const query = selectMemberTeams(request.db, member, title);
    const page = await readPage(request, {
      scope: {
        operation: 'listMemberTeams',
        organizationId: viewer.organizationId,
        filters: [member.id, title],
      },
      query,
      order: [
        { column: 'teams.created_at', direction: 'desc' },
        { column: 'teams.id', direction: 'desc' },
      ],
      count: () => countRows(query),
    });
    return toEnvelope(page, (row) => ({
      team: toTeamView(row, viewer),
      member: { role: teamRoleOf(row.role) },
    }));
  },
} satisfies Handlers<
  'listTeamMembers' | 'updateTeamMembers' | 'setTeamMember' | 'removeTeamMember' | 'listMemberTeams'
>;

/** "Added Ada Lovelace, removed Eve Moss". */
async function describeChanges(
  trx: Transaction<Database>,
  organizationId: string,
  { add, remove, roles }: ReturnType<typeof planTeamChanges>,
): Promise<string> {
  const parts: string[] = [];
  for (const [verb, ids] of [
    ['added', add],
    ['removed', remove],
    ['set the role of', [...roles.keys()]],
  ] as const)
    if (ids.length > 0) parts.push(`${verb} ${await describeNames(trx, organizationId, ids)}`);
  const text = parts.join(', ') || 'made no changes';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function requireTeamManager(viewer: Membership, teamId: string): void {
  if (canManageTeamMembers(viewer, teamId)) return;
  throw forbidden(
    'You need to own this team, or the role "admin" in this organization, to manage its members.',
  );
}
