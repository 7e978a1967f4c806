import type {
  MergeRules,
  MergeRuleScope,
  MergeRuleState,
  MergeRulesUpdate,
  RuleTeam,
  User,
} from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { ApiError, badValues } from '#server/base/errors.ts';
import { trimSlashes } from '#server/base/trim-slashes.ts';
import type { StoredOwners } from '#server/database/tables/merge-rule-tables.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';

/** The rules of a space or of its organization. */
export type RulesRow = Omit<Row<'merge_rules'>, 'scope_id' | 'organization_id'>;

/** The latest review of a member who may review, if it approves. */
interface Approval {
  userId: string;
  revisionId: string;
  teamIds: ReadonlySet<string>;
}

/** What the rules look at. */
export interface ReviewedState {
  /** The latest revision of the change request. */
  revisionId: string;
  approvals: readonly Approval[];
  openComments: number;
  isOutdated: boolean;
  /** Links that the merge would break; undefined if no rule asks. */
  brokenLinks: number | undefined;
  /** The paths of the changed pages, before and after. */
  paths: readonly string[];
  /** Whether anything else has changed: files, reusable contents, values. */
  hasOtherChanges: boolean;
}

const scopeOf = ({ space_id: spaceId }: Pick<RulesRow, 'space_id'>): MergeRuleScope =>
  spaceId === null ? 'organization' : 'space';

/** Whether the rules require anything. */
export function areRulesOn(rules: RulesRow | undefined): boolean {
  if (!rules) return false;
  return (
    rules.approvals > 0 ||
    rules.owners.length > 0 ||
    rules.comments_resolved ||
    rules.up_to_date ||
    rules.no_broken_links
  );
}

/** The rules of an organization before those of a space, and whether a change request meets them. */
export function evaluateRules(sets: readonly RulesRow[], state: ReviewedState): MergeRuleState[] {
  return sets
    .toSorted((one, other) => scopeOf(one).localeCompare(scopeOf(other)))
    .flatMap((rules) => evaluateSet(rules, state));
}

function evaluateSet(rules: RulesRow, state: ReviewedState): MergeRuleState[] {
  const scope = scopeOf(rules);
  const countedApprovals = state.approvals.filter(
    ({ revisionId }) => !rules.current_approvals || revisionId === state.revisionId,
  );
  const states: MergeRuleState[] = [];
  if (rules.approvals > 0) states.push(approvalsState(rules, countedApprovals));
  for (const owners of ownersOfChanges(rules.owners, state))
    states.push(ownersState(scope, owners, countedApprovals));
  if (rules.comments_resolved) {
    const open = state.openComments;
    const message = open === 0 ? 'All comments are resolved.' : `${countOf(open, 'comment')} not resolved.`;
    states.push({ scope, rule: 'comments', met: open === 0, message });
  }
  if (rules.up_to_date) {
    const met = !state.isOutdated;
    const message = met
      ? 'It contains the latest changes of the space.'
      : 'The space has newer changes. Update the change request.';
    states.push({ scope, rule: 'up-to-date', met, message });
  }
  if (rules.no_broken_links) {
    const broken = state.brokenLinks ?? 0;
    const message = broken === 0 ? 'It breaks no links.' : `It breaks ${countOf(broken, 'link')}.`;
    states.push({ scope, rule: 'links', met: broken === 0, message });
  }
  return states;
}

function approvalsState(rules: RulesRow, countedApprovals: readonly Approval[]): MergeRuleState {
  const isCounted = ({ teamIds }: Approval) =>
    rules.teams.length === 0 || rules.teams.some((id) => teamIds.has(id));
  const given = countedApprovals.filter(isCounted).length;
  const required = rules.approvals;
  const ofTeams = rules.teams.length > 0 ? ' of the named teams' : '';
  const ofLatest = rules.current_approvals ? ' of the latest revision' : '';
  return {
    scope: scopeOf(rules),
    rule: 'approvals',
    met: given >= required,
    message: `${given} of ${countOf(required, 'required approval')}${ofTeams}${ofLatest}.`,
    required,
    given,
  };
}

function ownersState(
  scope: MergeRuleScope,
  { pagePath, teams, users }: StoredOwners,
  countedApprovals: readonly Approval[],
): MergeRuleState {
  const met = countedApprovals.some(
    ({ userId, teamIds }) => users.includes(userId) || teams.some((id) => teamIds.has(id)),
  );
  const place = pagePath === '' ? 'all content' : `“${pagePath}”`;
  const message = met ? `An owner of ${place} approves.` : `No owner of ${place} has approved.`;
  return { scope, rule: 'owners', met, message, pagePath };
}

/** The owners of what has changed: for each page those of the longest path, for anything else those of all content. */
function ownersOfChanges(
  owners: readonly StoredOwners[],
  { paths, hasOtherChanges }: Pick<ReviewedState, 'paths' | 'hasOtherChanges'>,
): StoredOwners[] {
  if (owners.length === 0) return [];
  const byPath = new Map(owners.map((one) => [one.pagePath, one]));
  const ownersAt = (path: string): StoredOwners | undefined =>
    byPath.get(path) ??
    (path === '' ? undefined : ownersAt(path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const concerned = new Set(paths.map(ownersAt));
  if (hasOtherChanges) concerned.add(byPath.get(''));
  return owners.filter((one) => concerned.has(one));
}

/** Whether someone may merge although these rules are not met: each set that is not met has to allow it. */
export function canBypass(
  sets: readonly RulesRow[],
  states: readonly MergeRuleState[],
  viewer: Membership,
): boolean {
  return sets
    .filter((rules) => states.some(({ scope, met }) => !met && scope === scopeOf(rules)))
    .every(
      (rules) =>
        (rules.administrators_bypass && isAdministrator(viewer)) ||
        rules.bypass_teams.some((id) => viewer.teamIds.includes(id)),
    );
}

/** 409: rules are not met. Each detail names its rule. */
export class MergeRulesError extends ApiError {
  readonly reasons: readonly MergeRuleState[];

  constructor(message: string, reasons: readonly MergeRuleState[]) {
    super(409, message, reasons.map(toDetail));
    this.reasons = reasons;
  }
}

function toDetail({ scope, rule, pagePath, message }: MergeRuleState) {
  const member: Record<MergeRuleState['rule'], string> = {
    approvals: 'approvals',
    owners: `owners[${JSON.stringify(pagePath ?? '')}]`,
    comments: 'commentsResolved',
    'up-to-date': 'upToDate',
    links: 'noBrokenLinks',
    'change-requests': '',
  };
  const base = `${scope}.mergeRules`;
  return { path: member[rule] === '' ? base : `${base}.${member[rule]}`, message };
}

/** The error of a merge that does not meet the rules. */
export function unmetError(unmet: readonly MergeRuleState[]): MergeRulesError {
  const reasons = unmet.map(({ message }) => message).join(' ');
  return new MergeRulesError(`The merge rules are not met. ${reasons}`, unmet);
}

/** The error of a direct change in a space with rules. */
export function directChangeError(sets: readonly RulesRow[]): MergeRulesError {
  const message = 'This space has merge rules: its content changes through change requests only.';
  const reasons = sets.map((rules): MergeRuleState => ({
    scope: scopeOf(rules),
    rule: 'change-requests',
    met: false,
    message,
  }));
  return new MergeRulesError(`${message} Create a change request, and make the change there.`, reasons);
}

/** The columns to update; undefined leaves a column unchanged. Throws 400. */
export function toRulesColumns(update: MergeRulesUpdate) {
  return {
    approvals: update.approvals,
    teams: update.teams && [...new Set(update.teams)],
    owners: update.owners && parseOwners(update.owners),
    current_approvals: update.currentApprovals,
    comments_resolved: update.commentsResolved,
    up_to_date: update.upToDate,
    no_broken_links: update.noBrokenLinks,
    administrators_bypass: update.administratorsBypass,
    bypass_teams: update.bypassTeams && [...new Set(update.bypassTeams)],
  };
}

export type RulesColumns = ReturnType<typeof toRulesColumns>;

function parseOwners(inputs: NonNullable<MergeRulesUpdate['owners']>): StoredOwners[] {
  const problems: { path: string; problem: string }[] = [];
  const paths = new Set<string>();
  const owners = inputs.map(({ pagePath: input, teams = [], users = [] }, index): StoredOwners => {
    const place = `body.owners[${index}]`;
    const pagePath = trimSlashes(input.trim());
    if (paths.has(pagePath)) problems.push({ path: `${place}.pagePath`, problem: 'is there twice' });
    if (teams.length + users.length === 0)
      problems.push({ path: place, problem: 'needs a team or a member' });
    paths.add(pagePath);
    return { pagePath, teams: [...new Set(teams)], users: [...new Set(users)] };
  });
  if (problems.length > 0) throw badValues(problems);
  return owners;
}

/** What names teams and members in rules. */
export type NamingRules = Pick<RulesRow, 'teams' | 'owners' | 'bypass_teams'>;

/** The ids that rules name. */
export function namedIn(rules: NamingRules | undefined) {
  const { teams = [], owners = [], bypass_teams: bypassTeams = [] } = rules ?? {};
  return {
    teams: [...new Set([...teams, ...bypassTeams, ...owners.flatMap((one) => one.teams)])],
    users: [...new Set(owners.flatMap(({ users }) => users))],
  };
}

/** The names of what rules name. */
export interface RuleNames {
  teams: ReadonlyMap<string, string>;
  users: ReadonlyMap<string, User>;
}

export function toRulesView(
  row: RulesRow | undefined,
  { teams, users }: RuleNames,
  { isOn, isManager }: { isOn: boolean; isManager: boolean },
): MergeRules {
  const toTeam = (id: string): RuleTeam => {
    const title = teams.get(id);
    return title === undefined ? { id } : { id, title };
  };
  const deleted = (id: string): User => ({ object: 'user', id, displayName: 'Deleted account', urls: {} });
  return {
    object: 'merge-rules',
    approvals: row?.approvals ?? 0,
    teams: (row?.teams ?? []).map(toTeam),
    owners: (row?.owners ?? []).map((one) => ({
      pagePath: one.pagePath,
      teams: one.teams.map(toTeam),
      users: one.users.map((id) => users.get(id) ?? deleted(id)),
    })),
    currentApprovals: row?.current_approvals ?? false,
    commentsResolved: row?.comments_resolved ?? false,
    upToDate: row?.up_to_date ?? false,
    noBrokenLinks: row?.no_broken_links ?? false,
    administratorsBypass: row?.administrators_bypass ?? false,
    bypassTeams: (row?.bypass_teams ?? []).map(toTeam),
    ...(isOn && { changeRequestsOnly: true }),
    ...(row && { updatedAt: row.updated_at.toISOString() }),
    permissions: { admin: isManager },
  };
}
