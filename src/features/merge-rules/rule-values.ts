import { z } from 'zod';
import type { MergeRules, MergeRulesUpdate, RuleTeam, User } from '#api/generated/types.gen.ts';
import { formatNameList } from '#src/lib/text/format.ts';

/** The owners of the pages at and below a path. */
interface OwnersValue {
  pagePath: string;
  teams: RuleTeam[];
  users: User[];
}

/** The values of the form. */
export interface RuleValues {
  /** A number as the choice of a select. */
  approvals: string;
  teams: RuleTeam[];
  currentApprovals: boolean;
  owners: OwnersValue[];
  commentsResolved: boolean;
  upToDate: boolean;
  noBrokenLinks: boolean;
  administratorsBypass: boolean;
  bypassTeams: RuleTeam[];
}

/** A path as the server compares it. */
const trimPath = (path: string) => path.trim().replaceAll(/^\/+|\/+$/g, '');

const nameList = z.array(z.looseObject({ id: z.string() })).max(20, 'At most 20.');

export const ruleSchema = z
  .object({
    approvals: z.string(),
    teams: nameList,
    currentApprovals: z.boolean(),
    owners: z
      .array(z.object({ pagePath: z.string().max(1000), teams: nameList, users: nameList }))
      .max(100, 'At most 100 paths.'),
    commentsResolved: z.boolean(),
    upToDate: z.boolean(),
    noBrokenLinks: z.boolean(),
    administratorsBypass: z.boolean(),
    bypassTeams: nameList,
  })
  .superRefine(({ owners }, context) => {
    const problem = ownersProblem(owners);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['owners'], message: problem });
  });

type OwnersInput = readonly { pagePath: string; teams: readonly object[]; users: readonly object[] }[];

/** What the server would reject. */
export function ownersProblem(owners: OwnersInput): string | undefined {
  const paths = owners.map(({ pagePath }) => trimPath(pagePath));
  const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
  if (repeated !== undefined)
    return repeated === '' ? 'All content is there twice.' : `The path “${repeated}” is there twice.`;
  const withoutOwners = owners.find(({ teams, users }) => teams.length + users.length === 0);
  if (withoutOwners === undefined) return undefined;
  const path = trimPath(withoutOwners.pagePath);
  return `Add an owner of ${path === '' ? 'all content' : `“${path}”`}.`;
}

export const toRuleValues = (rules: MergeRules): RuleValues => ({
  approvals: String(rules.approvals),
  teams: rules.teams,
  currentApprovals: rules.currentApprovals,
  owners: rules.owners.map(({ pagePath, teams, users }) => ({ pagePath, teams, users })),
  commentsResolved: rules.commentsResolved,
  upToDate: rules.upToDate,
  noBrokenLinks: rules.noBrokenLinks,
  administratorsBypass: rules.administratorsBypass,
  bypassTeams: rules.bypassTeams,
});

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

const toUpdate = (values: RuleValues): Required<MergeRulesUpdate> => ({
  approvals: Number(values.approvals),
  teams: idsOf(values.teams),
  currentApprovals: values.currentApprovals,
  owners: values.owners.map(({ pagePath, teams, users }) => ({
    pagePath: trimPath(pagePath),
    teams: idsOf(teams),
    users: idsOf(users),
  })),
  commentsResolved: values.commentsResolved,
  upToDate: values.upToDate,
  noBrokenLinks: values.noBrokenLinks,
  administratorsBypass: values.administratorsBypass,
  bypassTeams: idsOf(values.bypassTeams),
});

/** The fields that were changed. */
export function changedRules(before: RuleValues, after: RuleValues): MergeRulesUpdate {
  const previous = new Map<string, unknown>(Object.entries(toUpdate(before)));
  return Object.fromEntries(
    Object.entries(toUpdate(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(previous.get(name)),
    ),
  );
}

const teamName = ({ title = 'Deleted team' }: RuleTeam) => title;

export const namesText = (teams: readonly RuleTeam[], users: readonly User[] = []): string => {
  const names = [...teams.map(teamName), ...users.map(({ displayName }) => displayName)];
  return names.length === 0 ? 'None' : formatNameList(names, names.length);
};

export const ownersText = ({ owners }: Pick<RuleValues, 'owners'>): string =>
  owners
    .map(
      ({ pagePath, teams, users }) =>
        `${pagePath === '' ? 'All content' : pagePath}: ${namesText(teams, users)}`,
    )
    .join('; ') || 'None';
