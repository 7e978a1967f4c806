import type { Member, TeamRole } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { type RoleChoice, roleName } from '#src/components/roles/role-words.ts';
import { teamRoleName } from '#src/components/roles/team-role-words.ts';
import { countOf } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';

/** What is done to many members at once. */
export type MemberChange =
  | { kind: 'role'; role: RoleChoice }
  | { kind: 'team'; team: { id: string; title: string }; place: TeamRole | null }
  | { kind: 'sso' }
  | { kind: 'remove' };

/** What the verdict on a change depends on, beside the member. */
export interface MemberFacts {
  /** The caller's own id. */
  self: string | undefined;
  /** How many administrators the organization has. */
  administrators: number;
  /** The places in the team that the change is about, by user id. */
  places: ReadonlyMap<string, TeamRole>;
  /** The titles of teams that somebody owns, by user id; only those who lose them. */
  owned: ReadonlyMap<string, readonly string[]>;
}

type Judgement = Pick<PlannedStep<Member>, 'verdict' | 'says' | 'warning'>;

/** What a change would do to each of some members. */
export function planMembers(
  members: readonly Member[],
  change: MemberChange,
  facts: MemberFacts,
): PlannedStep<Member>[] {
  return members.map((member) => ({
    id: member.id,
    item: member,
    name: member.user.displayName,
    detail: member.user.email,
    ...judge(member, change, facts),
  }));
}

/** What a change would do to one member. */
export function judge(member: Member, change: MemberChange, facts: MemberFacts): Judgement {
  switch (change.kind) {
    case 'role':
      return judgeRole(member, change.role, facts);
    case 'team':
      return judgeTeam(change.place, facts.places.get(member.id));
    case 'sso':
      return member.sso ? skip('Already uses SSO.') : doIt('Any sign-in → SSO only');
    default:
      return judgeRemoval(member, facts);
  }
}

const doIt = (says: string, warning?: string): Judgement => ({ verdict: 'change', says, warning });
const skip = (says: string): Judgement => ({ verdict: 'skip', says });
const refuse = (says: string): Judgement => ({ verdict: 'refuse', says });

const lastAdministrator = 'The organization needs at least one administrator.';

const isLast = (member: Member, { administrators }: MemberFacts) =>
  member.role === 'admin' && administrators <= 1;

function judgeRole(member: Member, role: RoleChoice, facts: MemberFacts): Judgement {
  if (member.role === role) return skip(`Already ${roleName(role)}.`);
  if (isLast(member, facts)) return refuse(lastAdministrator);
  if (member.id === facts.self) return refuse('You can’t change your own role here. Use your member page.');
  return doIt(`${roleName(member.role)} → ${roleName(role)}`);
}

function judgeTeam(place: TeamRole | null, present: TeamRole | undefined): Judgement {
  if (place === null) {
    if (!present) return skip('Not in the team.');
    return present === 'owner'
      ? refuse('Team owner. Change the team role first.')
      : doIt('Removed from team');
  }
  if (present === place) return skip(`Already ${teamRoleName(place)}.`);
  if (present === 'owner') return refuse('Team owner. This would remove ownership.');
  if (present) return doIt(`${teamRoleName(present)} → ${teamRoleName(place)}`);
  return doIt(`Added as ${teamRoleName(place).toLowerCase()}`);
}

function judgeRemoval(member: Member, facts: MemberFacts): Judgement {
  if (isLast(member, facts)) return refuse(lastAdministrator);
  if (member.id === facts.self) return refuse('You can’t remove yourself here. Leave on your member page.');
  const losses = [
    member.spaces > 0 && countOf(member.spaces, 'space'),
    member.teams > 0 && countOf(member.teams, 'team'),
  ].filter((part) => part !== false);
  const owned = facts.owned.get(member.id) ?? [];
  return doIt(
    losses.length > 0 ? `Loses ${losses.join(' and ')}` : 'Loses membership only',
    owned.length > 0 ? `Owns ${nameSome(owned, owned.length)}. Add another owner first.` : undefined,
  );
}
