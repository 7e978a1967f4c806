import type { Role } from '#api/generated/types.gen.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { createMember, createMembers, createOrganization, createTeam, type TestMember } from './factories.ts';

/** An organization with one member for each role, a disabled administrator and an outsider. */
export interface OrganizationFixture {
  organization: Row<'organizations'>;
  /** The URL of the organization: `/v1/orgs/…`. */
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
  disabled: TestMember;
  outsider: TestMember;
}

const PEOPLE: readonly { displayName: string; role: Role | null; disabled?: boolean }[] = [
  { displayName: 'Olive Owner', role: 'read' },
  { displayName: 'Ada Admin', role: 'admin' },
  { displayName: 'Cato Creator', role: 'create' },
  { displayName: 'Rita Reviewer', role: 'review' },
  { displayName: 'Edo Editor', role: 'edit' },
  { displayName: 'Cora Commenter', role: 'comment' },
  { displayName: 'Remi Reader', role: 'read' },
  { displayName: 'Gus Guest', role: null },
  { displayName: 'Dina Disabled', role: 'admin', disabled: true },
];

/** Creates a separate fixture for a test or a test file. */
export async function createOrganizationFixture(): Promise<OrganizationFixture> {
  const organization = await createOrganization();
  const members = await createMembers(organization.id, PEOPLE);
  const called = (name: string): TestMember => {
    const member = members.find(({ displayName }) => displayName === name);
    if (!member) throw new Error(`There is no member named ${name}.`);
    return member;
  };
  const owner = called('Olive Owner');
  return {
    organization,
    base: `/v1/orgs/${organization.id}`,
    admin: called('Ada Admin'),
    creator: called('Cato Creator'),
    reviewer: called('Rita Reviewer'),
    editor: called('Edo Editor'),
    commenter: called('Cora Commenter'),
    reader: called('Remi Reader'),
    guest: called('Gus Guest'),
    owner,
    team: await createTeam({ organizationId: organization.id, title: 'Writers', owners: [owner.id] }),
    disabled: called('Dina Disabled'),
    outsider: await createMember({ displayName: 'Otto Outsider', role: 'admin' }),
  };
}
