import { contentLevelOf } from '#server/access/roles.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { toSearchKey } from '#server/lists/lists.ts';
import type { Calendar } from './calendar.ts';
import type { OrganizationSeed, PersonSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';

/** The searchable text of a member. */
export function memberSearchText(displayName: string, email: string): string {
  return toSearchKey(`${displayName} ${email}`);
}

export function buildUserRows(people: readonly PersonSeed[], calendar: Calendar): Row<'users'>[] {
  return people.map((person) => ({
    id: seedId('person', person.key),
    display_name: person.name,
    email: person.email,
    photo_url: null,
    created_at: calendar.ago(1900),
    email_confirmed_at: null,
  }));
}

export function buildMemberRows(
  organizationId: string,
  seed: OrganizationSeed,
  people: ReadonlyMap<string, PersonSeed>,
  calendar: Calendar,
): Row<'members'>[] {
  return seed.members.map((member) => {
    const person = people.get(member.person);
    if (!person) throw new Error(`${seed.title} names the person ${member.person}, who does not exist`);
    return {
      organization_id: organizationId,
      user_id: seedId('person', member.person),
      role: contentLevelOf(member.role),
      disabled: member.disabled ?? false,
      sso: member.sso ?? false,
      joined_at: calendar.ago(member.joined),
      last_seen_at: member.seen === null ? null : calendar.ago(member.seen),
      invited_at: member.seen === null ? calendar.ago(member.joined) : null,
      search_text: memberSearchText(person.name, person.email),
    };
  });
}

export function buildTeamRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): { teams: Row<'teams'>[]; teamMembers: Row<'team_members'>[] } {
  const teams = seed.teams.map((team) => ({
    id: seedId('team', seed.key, team.key),
    organization_id: organizationId,
    title: team.title,
    created_at: calendar.ago(team.createdAgo),
  }));
  const teamMembers = seed.teams.flatMap((team) =>
    [...team.owners, ...team.members].map((person, index) => ({
      team_id: seedId('team', seed.key, team.key),
      organization_id: organizationId,
      user_id: seedId('person', person),
      role: index < team.owners.length ? 'owner' : 'member',
      created_at: calendar.ago(team.createdAgo * (1 - index * 0.03)),
    })),
  );
  return { teams, teamMembers };
}

export function buildGrantRows(
  organizationId: string,
  seed: OrganizationSeed,
  collections: ReadonlySet<string>,
  calendar: Calendar,
): Row<'grants'>[] {
  return seed.grants.map((grant) => {
    const kind = collections.has(seedId('collection', grant.on)) ? 'collection' : 'space';
    return {
      id: seedId('grant', grant.on, grant.person ?? '', grant.team ?? ''),
      organization_id: organizationId,
      content_kind: kind,
      content_id: seedId(kind, grant.on),
      user_id: grant.person ? seedId('person', grant.person) : null,
      team_id: grant.team ? seedId('team', seed.key, grant.team) : null,
      level: contentLevelOf(grant.level),
      created_at: calendar.ago(120),
    };
  });
}
