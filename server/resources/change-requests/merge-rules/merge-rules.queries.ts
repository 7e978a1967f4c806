import { type Kysely, sql, type Transaction } from 'kysely';
import { toUserView } from '#server/access/users.view.ts';
import { type AuditActor, pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { badValues } from '#server/base/errors.ts';
import { laterThan, NEVER } from '#server/base/etag.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  areRulesOn,
  namedIn,
  type NamingRules,
  type RuleNames,
  type RulesColumns,
  type RulesRow,
} from './merge-rules.rules.ts';

/** A space with its organization, or an organization. */
export interface RulesScope {
  organizationId: string;
  spaceId: string | null;
}

const RULES_COLUMNS = [
  'space_id',
  'approvals',
  'teams',
  'owners',
  'current_approvals',
  'comments_resolved',
  'up_to_date',
  'no_broken_links',
  'administrators_bypass',
  'bypass_teams',
  'updated_at',
] as const;

function selectRules(db: Kysely<Database>, scopeIds: readonly string[]) {
  return db
    .selectFrom('merge_rules')
    .select(RULES_COLUMNS)
    .where('scope_id', '=', sql<string>`any(${scopeIds}::text[])`);
}

export function findRules(
  db: Kysely<Database>,
  { organizationId, spaceId }: RulesScope,
): Promise<RulesRow | undefined> {
  return selectRules(db, [spaceId ?? organizationId]).executeTakeFirst();
}

/**
 * The rules that apply to a space and require something. In a transaction with the space locked they stay so until it ends:
 * rules change with the spaces locked that they apply to.
 */
export async function findRulesInForce(
  db: Kysely<Database>,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<RulesRow[]> {
  const rows = await selectRules(db, [organizationId, spaceId]).execute();
  return rows.filter(areRulesOn);
}

/** Waits for the changes of content that are under way in all spaces of an organization; later ones wait for its rules. */
async function lockSpacesOf(trx: Transaction<Database>, organizationId: string): Promise<void> {
  // Merges of servers of the version before hold this lock, not knowing of the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merge rules ${organizationId}`}, 0))`.execute(
    trx,
  );
  await trx
    .selectFrom('spaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** A change of rules. */
export interface RulesChange {
  scope: RulesScope;
  columns: RulesColumns;
  /** Throws where another version is expected. */
  checkVersion: (updatedAt: Date) => void;
  /** The title of the space or the name of the organization. */
  title: string;
  actor: AuditActor;
  now: Date;
}

/** Changes rules. For those of a space, the space must be locked. */
export async function changeRules(trx: Transaction<Database>, change: RulesChange): Promise<RulesRow> {
  const { scope, columns, checkVersion, title, actor, now } = change;
  const { organizationId, spaceId } = scope;
  if (spaceId === null) await lockSpacesOf(trx, organizationId);
  const before = await findRules(trx, scope);
  checkVersion(before?.updated_at ?? NEVER);
  await requireNamed(trx, organizationId, columns, before);
  const { owners, ...others } = columns;
  const values = { ...others, ...(owners && { owners: JSON.stringify(owners) }) };
  const updated_at = laterThan(before?.updated_at ?? NEVER, now);
  const after = await trx
    .insertInto('merge_rules')
    .values({
      scope_id: spaceId ?? organizationId,
      organization_id: spaceId === null ? organizationId : null,
      space_id: spaceId,
      ...values,
      updated_at,
    })
    .onConflict((row) => row.column('scope_id').doUpdateSet({ ...values, updated_at }))
    .returning(RULES_COLUMNS)
    .executeTakeFirstOrThrow();
  const kind = spaceId === null ? 'organization' : 'space';
  await recordAudit(trx, {
    organizationId,
    actor,
    action: spaceId === null ? 'updateOrganizationMergeRules' : 'updateSpaceMergeRules',
    targetKind: kind,
    targetId: spaceId ?? organizationId,
    summary: `Changed the merge rules of the ${kind} “${title}”.`,
    ...(before && { before: pickChangedColumns(columns, before) }),
    after: pickChangedColumns(columns, after),
  });
  return after;
}

/** 400 for teams and members that the organization does not have; those that the rules named before may stay. */
async function requireNamed(
  trx: Transaction<Database>,
  organizationId: string,
  columns: RulesColumns,
  before: RulesRow | undefined,
): Promise<void> {
  const { teams = [], owners = [], bypass_teams: bypassTeams = [] } = columns;
  const previous = namedIn(before);
  const names = await findRuleNames(trx, organizationId, { teams, owners, bypass_teams: bypassTeams });
  const allowedTeams = new Set([...names.teams.keys(), ...previous.teams]);
  const allowedUsers = new Set([...names.users.keys(), ...previous.users]);
  const problemsOf = (ids: readonly string[], allowed: ReadonlySet<string>, path: string, problem: string) =>
    ids.flatMap((id, index) => (allowed.has(id) ? [] : [{ path: `${path}[${index}]`, problem }]));
  const noTeam = 'is not a team of the organization';
  const problems = [
    ...problemsOf(teams, allowedTeams, 'body.teams', noTeam),
    ...problemsOf(bypassTeams, allowedTeams, 'body.bypassTeams', noTeam),
    ...owners.flatMap((one, index) => [
      ...problemsOf(one.teams, allowedTeams, `body.owners[${index}].teams`, noTeam),
      ...problemsOf(
        one.users,
        allowedUsers,
        `body.owners[${index}].users`,
        'is not a member of the organization',
      ),
    ]),
  ];
  if (problems.length > 0) throw badValues(problems);
}

/** The names of the teams and members that rules name. */
export async function findRuleNames(
  db: Kysely<Database>,
  organizationId: string,
  rules: NamingRules | undefined,
): Promise<RuleNames> {
  const { teams, users } = namedIn(rules);
  const teamRows =
    teams.length === 0
      ? []
      : await db
          .selectFrom('teams')
          .select(['id', 'title'])
          .where('organization_id', '=', organizationId)
          .where('id', '=', sql<string>`any(${teams}::text[])`)
          .execute();
  const userRows =
    users.length === 0
      ? []
      : await db
          .selectFrom('users')
          .innerJoin('members', 'members.user_id', 'users.id')
          .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url'])
          .where('members.organization_id', '=', organizationId)
          .where('users.id', '=', sql<string>`any(${users}::text[])`)
          .execute();
  return {
    teams: new Map(teamRows.map(({ id, title }) => [id, title])),
    users: new Map(userRows.map((row) => [row.id, toUserView(row)])),
  };
}
