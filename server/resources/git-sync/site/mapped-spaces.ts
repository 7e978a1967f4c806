import type { Kysely, Transaction } from 'kysely';
import { relative } from 'node:path/posix';
import type { Database } from '#server/database/tables/schema.ts';
import { removeConnections } from '#server/git-sync/remove-connections.ts';
import { uniqueName } from '#server/sites/names-from-titles.ts';
import { type PlannedStructure, sectionsOf } from '../../site-structure/history/planned-structure.ts';
import { putConnection } from '../git-connections.queries.ts';
import type { SiteSync } from './site-sync.ts';

/** Which spaces of an organization are connected with directories of the branch of a site, and which with another one. */
export interface MappedSpaces {
  /** By their directories. */
  byDirectory: Map<string, string>;
  /** The directories of spaces. */
  directories: Map<string, string>;
  /** Those that the site has connected itself. */
  own: Set<string>;
  /** Those that are connected with something else. */
  elsewhere: Set<string>;
}

export async function findMappedSpaces(
  db: Kysely<Database>,
  { id, organizationId, remote, branch }: SiteSync,
): Promise<MappedSpaces> {
  const rows = await db
    .selectFrom('git_connections')
    .innerJoin('spaces', 'spaces.id', 'git_connections.space_id')
    .select(['spaces.id', 'url', 'branch', 'directory', 'site_connection_id'])
    .where('spaces.organization_id', '=', organizationId)
    .where('spaces.deleted_at', 'is', null)
    .orderBy('git_connections.created_at')
    .execute();
  const isHere = (row: { url: string; branch: string }) => row.url === remote.url && row.branch === branch;
  const here = rows.filter(isHere);
  const own = here.filter((row) => row.site_connection_id === id);
  return {
    // Of two spaces with one directory, the site's own is meant.
    byDirectory: new Map([...here, ...own].map((row) => [row.directory, row.id])),
    directories: new Map(here.map((row) => [row.id, row.directory])),
    own: new Set(own.map((row) => row.id)),
    elsewhere: new Set(rows.flatMap((row) => (isHere(row) ? [] : [row.id]))),
  };
}

interface SpaceToConnect {
  spaceId: string;
  directory: string;
  initial: 'repository' | 'space';
}

/** Connects a space of a site with its directory. It has the repository and the token of the site. */
export async function connectSpace(
  trx: Transaction<Database>,
  sync: SiteSync,
  { spaceId, directory, initial }: SpaceToConnect,
): Promise<void> {
  const { remote, branch, authorEmails, actor, clock, secretKeys, id } = sync;
  const connection = {
    url: remote.url,
    branch,
    directory,
    initial,
    username: remote.credentials?.username,
    token: remote.credentials?.token,
    author_emails: authorEmails,
    site_connection_id: id,
  };
  await putConnection(trx, { kind: 'space', id: spaceId }, connection, {
    actor,
    now: clock.now(),
    secretKeys,
  });
}

const spacesOf = (structure: PlannedStructure) =>
  [structure, ...sectionsOf(structure)].flatMap(({ siteSpaces }) => siteSpaces.map(({ spaceId }) => spaceId));

/** Ends the connections that the site has made of spaces which it does not show any more. Spaces and files stay. */
export async function releaseSpaces(
  trx: Transaction<Database>,
  sync: SiteSync,
  structure: PlannedStructure,
): Promise<void> {
  const shown = new Set(spacesOf(structure));
  const { own } = await findMappedSpaces(trx, sync);
  await removeConnections(
    trx,
    [...own].filter((spaceId) => !shown.has(spaceId)),
  );
}

/** Connects the spaces that are new on the site with directories of their own, unless they have another repository. */
export async function mapNewSpaces(
  trx: Transaction<Database>,
  sync: SiteSync,
  structure: PlannedStructure,
): Promise<void> {
  const { byDirectory, directories, elsewhere } = await findMappedSpaces(trx, sync);
  const taken = new Set(byDirectory.keys());
  const isKnown = new Set([...directories.keys(), ...elsewhere]);
  const lists = [{ path: '', siteSpaces: structure.siteSpaces }, ...sectionsOf(structure)];
  for (const section of lists) {
    for (const { spaceId, path } of section.siteSpaces) {
      if (isKnown.has(spaceId)) continue;
      const names = [sync.directory, section.path, path].filter((name) => name !== '').join('/');
      const directory = uniqueName(names, taken, MAX_DIRECTORY_LENGTH);
      taken.add(directory);
      isKnown.add(spaceId);
      await connectSpace(trx, sync, { spaceId, directory, initial: 'space' });
    }
  }
}

const MAX_DIRECTORY_LENGTH = 500;

/** A directory as the file says it: from its own folder, or from the root of the repository. */
export function toWritten(directory: string, base: string): string {
  const path = relative(`/${base}`, `/${directory}`);
  if (path === '') return './';
  return path.startsWith('..') ? `/${directory}` : `./${path}`;
}
