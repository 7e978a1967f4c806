import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '#api/generated/client/index.ts';
import { runBinderyCommand } from './administration.ts';

/** The roles that a member can have. */
export type Role = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'guest';

/** A user with a token and an API client. */
export interface Person {
  id: string;
  displayName: string;
  email: string;
  token: string;
  /** Options for generated operations: they act as this person and throw errors of the server. */
  client: Client;
}

/** The organization of one test. */
export interface Organization {
  id: string;
  title: string;
  /** Where it is; default: the shared server. */
  server?: ServerLocation;
  admin: Person;
  /** The path of a console screen: `path('/members')`. */
  path: (screen?: string) => string;
  /** Creates a member with this role. */
  addPerson: (role: Role, displayName?: string) => Promise<Person>;
}

/** The server; default: the shared one. */
export interface ServerLocation {
  url: string;
  dataFolder: string;
}

const sharedServer = (): ServerLocation => ({
  url: process.env.BINDERY_URL ?? '',
  dataFolder: process.env.BINDERY_DATA ?? '',
});

const displayNames: Record<Role, string> = {
  admin: 'Ada Admin',
  create: 'Cato Creator',
  review: 'Rita Reviewer',
  edit: 'Edo Editor',
  comment: 'Cora Commenter',
  read: 'Remi Reader',
  guest: 'Gus Guest',
};

/** Creates an organization with one administrator. */
export async function createOrganization(title: string, location = sharedServer()): Promise<Organization> {
  const shortTitle = title.slice(0, 60).trim();
  const id = await runBinderyCommand(location.dataFolder, 'organization', 'create', '--title', shortTitle);
  const addPerson = (role: Role, displayName = displayNames[role]): Promise<Person> =>
    createPerson(location, { organizationId: id, role, displayName });
  return {
    id,
    title: shortTitle,
    server: location,
    admin: await addPerson('admin'),
    path: (screen = '') => `/o/${id}${screen}`,
    addPerson,
  };
}

/** Creates a user with a token and a unique email address. */
export async function createPerson(
  { url, dataFolder }: ServerLocation,
  member: { organizationId: string; role: Role; displayName: string },
): Promise<Person> {
  const { organizationId, role, displayName } = member;
  const name = displayName.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  const email = `${name}.${randomBytes(4).toString('hex')}@press.example`;
  const memberArgs = ['--organization', organizationId, '--role', role];
  const id = await runBinderyCommand(
    dataFolder,
    'user',
    'create',
    '--email',
    email,
    '--name',
    displayName,
    ...memberArgs,
  );
  const token = await runBinderyCommand(dataFolder, 'token', 'create', '--email', email);
  return { id, displayName, email, token, client: clientOf(url, token) };
}

/** An API client for a token. */
export function clientOf(url: string, token: string): Client {
  return createClient({ baseUrl: url, headers: { Authorization: `Bearer ${token}` }, throwOnError: true });
}
