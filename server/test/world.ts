import type { Row } from '#server/database/schema.ts';
import { makeMember, makeOrganization, makeTeam, type TestMember } from './factories.ts';

/** An organization with one member for each role, and the two who must stay outside. */
export interface World {
  organization: Row<'organizations'>;
  /** The address of the organization: `/v1/orgs/…`. */
  base: string;
  admin: TestMember;
  creator: TestMember;
  reviewer: TestMember;
  editor: TestMember;
  commenter: TestMember;
  reader: TestMember;
  guest: TestMember;
  /** Has the role read and owns `team`. */
  owner: TestMember;
  team: Row<'teams'>;
  /** An administrator who is disabled. */
  disabled: TestMember;
  /** An administrator of another organization. */
  outsider: TestMember;
}

/** Makes a world of its own for a test or a file of tests. */
export async function world(): Promise<World> {
  const organization = await makeOrganization();
  const member = (displayName: string, role: Parameters<typeof makeMember>[0]) =>
    makeMember({ organizationId: organization.id, displayName, ...role });
  const owner = await member('Olive Owner', { role: 'read' });
  return {
    organization,
    base: `/v1/orgs/${organization.id}`,
    admin: await member('Ada Admin', { role: 'admin' }),
    creator: await member('Cato Creator', { role: 'create' }),
    reviewer: await member('Rita Reviewer', { role: 'review' }),
    editor: await member('Edo Editor', { role: 'edit' }),
    commenter: await member('Cora Commenter', { role: 'comment' }),
    reader: await member('Remi Reader', { role: 'read' }),
    guest: await member('Gus Guest', { role: null }),
    owner,
    team: await makeTeam({ organizationId: organization.id, title: 'Writers', owners: [owner.id] }),
    disabled: await member('Dina Disabled', { role: 'admin', disabled: true }),
    outsider: await makeMember({ displayName: 'Otto Outsider', role: 'admin' }),
  };
}
