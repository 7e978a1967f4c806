import type { Locator, Page } from '@playwright/test';
import { createTeam, setTeamMember } from '#api/generated/sdk.gen.ts';
import type { Organization, Person } from '../fixtures.ts';

export const membersTable = (page: Page, team: string): Locator =>
  page.getByRole('table', { name: `Members of ${team}` });

/** Creates a team with these members, the first as its owner if requested. Returns its id. */
export async function createTestTeam(
  organization: Organization,
  title: string,
  people: readonly Person[] = [],
  owner?: Person,
): Promise<string> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const body = { title, members: people.map(({ id }) => id) };
  const { data } = await createTeam({ client, path, body, throwOnError: true });
  if (owner) {
    const teamMemberPath = { ...path, teamId: data.id, userId: owner.id };
    await setTeamMember({ client, path: teamMemberPath, body: { role: 'owner' } });
  }
  return data.id;
}
