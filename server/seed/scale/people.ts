import { memberSearchText } from '../model/people-rows.ts';
import { daysBefore, insertBatches, type ScaleContext, scaleId } from './batch.ts';
import { pick, hashNumber, personName, teamTitle } from './names.ts';

const ROLES = [1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 0, 0] as const;
const MEMBERS_PER_TEAM = 50;

export const memberId = (context: ScaleContext, index: number): string => scaleId(context, 'person', index);

export const teamId = (context: ScaleContext, index: number): string => scaleId(context, 'team', index);

/** The number of teams for that many members. */
export function teamCount(members: number): number {
  return Math.ceil(members / MEMBERS_PER_TEAM);
}

/** An email that is unique by its number. */
function emailOf(context: ScaleContext, index: number): string {
  const plain = personName(index).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return `${plain.replace(/[^a-z]+/g, '.')}.${index + 1}@authority-${context.organizationNumber}.example`;
}

/** Users, members, teams and team members: everyone is in one team, every third also in a second one. */
export async function writePeople(context: ScaleContext, members: number): Promise<void> {
  const { organizationId } = context;
  const joined = (index: number) => 1 + (hashNumber(index, 11) % 1_800_000) / 1000;
  await insertBatches(context, 'users', members, (index) => [
    {
      id: memberId(context, index),
      display_name: personName(index),
      email: emailOf(context, index),
      photo_url: null,
      created_at: daysBefore(context, joined(index)),
      email_confirmed_at: null,
    },
  ]);
  await insertBatches(context, 'members', members, (index) => {
    const digit = hashNumber(index, 12) % 10;
    const since = ((hashNumber(index, 13) % 10_000) / 10_000) * Math.min(joined(index), digit < 7 ? 14 : 400);
    const row = {
      organization_id: organizationId,
      user_id: memberId(context, index),
      role: pick(ROLES, hashNumber(index, 14)),
      disabled: hashNumber(index, 15) % 200 === 0,
      sso: hashNumber(index, 16) % 5 !== 0,
      joined_at: daysBefore(context, joined(index)),
      last_seen_at: digit === 9 ? null : daysBefore(context, since),
      invited_at: digit === 9 ? daysBefore(context, joined(index)) : null,
      search_text: memberSearchText(personName(index), emailOf(context, index)),
    };
    return [row];
  });
  const teams = teamCount(members);
  await insertBatches(context, 'teams', teams, (index) => [
    {
      id: teamId(context, index),
      organization_id: organizationId,
      title: teamTitle(index),
      created_at: daysBefore(context, 30 + (hashNumber(index, 17) % 1500)),
    },
  ]);
  await insertBatches(context, 'team_members', members, (index) => {
    const row = {
      team_id: teamId(context, index % teams),
      organization_id: organizationId,
      user_id: memberId(context, index),
      role: index < teams ? 'owner' : 'member',
      created_at: daysBefore(context, joined(index) * 0.9),
    };
    const second = (index + 1 + (hashNumber(index, 18) % Math.max(1, teams - 1))) % teams;
    const twice = index % 3 === 0 && second !== index % teams;
    return twice ? [row, { ...row, team_id: teamId(context, second), role: 'member' }] : [row];
  });
}
