import type { Member } from '#api/generated/types.gen.ts';

/** What an access review looks for. */
export type Finding = 'administrators' | 'guests' | 'away' | 'no-sso' | 'no-team' | 'disabled';

export const findings: readonly Finding[] = [
  'administrators',
  'guests',
  'away',
  'no-sso',
  'no-team',
  'disabled',
];

const words: Record<Finding, { title: string; about: string }> = {
  administrators: {
    title: 'Administrators',
    about: 'They have full access. Check that each of them still needs it.',
  },
  guests: {
    title: 'Guests',
    about: 'They see only what was shared with them. Check that they still need it.',
  },
  away: {
    title: 'Inactive',
    about: 'They haven’t been seen for at least the selected number of days.',
  },
  'no-sso': { title: 'No SSO', about: 'They can sign in without the identity provider.' },
  'no-team': { title: 'No team', about: 'Their access was granted individually and is easy to miss.' },
  disabled: { title: 'Disabled', about: 'They can’t sign in. Remove them if they no longer need access.' },
};

/** What a finding is called and why it matters. */
export const wordsOfFinding = (finding: Finding) => words[finding];

const dayLength = 24 * 60 * 60 * 1000;

/** For how many whole days somebody has not been here; from joining for those who never were. */
export function daysAway({ lastSeenAt, joinedAt }: Member, now: Date): number {
  return Math.floor((now.getTime() - new Date(lastSeenAt ?? joinedAt).getTime()) / dayLength);
}

/** Whether a finding is true of a member. @param days from how many days on somebody counts as away */
export function isFound(member: Member, finding: Finding, days: number, now: Date): boolean {
  switch (finding) {
    case 'administrators':
      return member.role === 'admin';
    case 'guests':
      return member.role === null;
    case 'away':
      return daysAway(member, now) >= days;
    case 'no-sso':
      return !member.sso;
    case 'no-team':
      return member.teams === 0;
    default:
      return member.disabled;
  }
}

/** Who is found by each finding, in the members' order. */
export function review(members: readonly Member[], days: number, now: Date): Record<Finding, Member[]> {
  const found = (finding: Finding) => members.filter((member) => isFound(member, finding, days, now));
  return {
    administrators: found('administrators'),
    guests: found('guests'),
    away: found('away'),
    'no-sso': found('no-sso'),
    'no-team': found('no-team'),
    disabled: found('disabled'),
  };
}
