import type { Member } from '#api/generated/types.gen.ts';
import { choiceParam, type SearchParams, searchParams } from '#src/lib/search-params.ts';

export type Finding = 'administrators' | 'guests' | 'away' | 'no-sso' | 'no-team' | 'disabled';

export const findings: readonly Finding[] = [
  'administrators',
  'guests',
  'away',
  'no-sso',
  'no-team',
  'disabled',
];

const labels: Record<Finding, { title: string; description: string }> = {
  administrators: {
    title: 'Administrators',
    description: 'They have full access. Check that each of them still needs it.',
  },
  guests: {
    title: 'Guests',
    description: 'They see only what was shared with them. Check that they still need it.',
  },
  away: {
    title: 'Inactive',
    description: 'They haven’t been seen for at least the selected number of days.',
  },
  'no-sso': { title: 'No SSO', description: 'They can sign in without the identity provider.' },
  'no-team': { title: 'No team', description: 'Their access was granted individually and is easy to miss.' },
  disabled: {
    title: 'Disabled',
    description: 'They can’t sign in. Remove them if they no longer need access.',
  },
};

export const labelsOfFinding = (finding: Finding) => labels[finding];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days since the member was last seen, or since joining if never seen. */
export function daysInactive({ lastSeenAt, joinedAt }: Member, now: Date): number {
  return Math.floor((now.getTime() - new Date(lastSeenAt ?? joinedAt).getTime()) / DAY_MS);
}

/**
 * @param days minimum days of inactivity for `inactive`
 */
export function matchesFinding(member: Member, finding: Finding, days: number, now: Date): boolean {
  switch (finding) {
    case 'administrators':
      return member.role === 'admin';
    case 'guests':
      return member.role === null;
    case 'away':
      return daysInactive(member, now) >= days;
    case 'no-sso':
      return !member.sso;
    case 'no-team':
      return member.teams === 0;
    default:
      return member.disabled;
  }
}

/** Members by finding, in their original order. */
export function groupByFinding(
  members: readonly Member[],
  days: number,
  now: Date,
): Record<Finding, Member[]> {
  const membersMatching = (finding: Finding) =>
    members.filter((member) => matchesFinding(member, finding, days, now));
  return {
    administrators: membersMatching('administrators'),
    guests: membersMatching('guests'),
    away: membersMatching('away'),
    'no-sso': membersMatching('no-sso'),
    'no-team': membersMatching('no-team'),
    disabled: membersMatching('disabled'),
  };
}

/** Choices for the inactivity threshold, in days. */
export const inactiveDaysChoices = ['30', '60', '90', '180', '365'] as const;

const parsers = { show: choiceParam(findings), days: choiceParam(inactiveDaysChoices) };

export type ReviewSearch = SearchParams<typeof parsers>;

/** The router parses digits as a number, so `days` is turned back into text. */
export const parseReviewSearch = (search: Record<string, unknown>): ReviewSearch =>
  searchParams(parsers)({ ...search, ...(typeof search.days === 'number' && { days: String(search.days) }) });

export const inactiveDaysOf = ({ days }: ReviewSearch): number => Number(days ?? '90');
