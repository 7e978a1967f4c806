import type { Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { SiteTextEdit } from '#server/content/repository/edit-site-text.ts';
import type { CommitPerson } from '#server/content/repository/object-folder.ts';
import type { SiteFile } from '#server/content/repository/site-file.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findPeople } from '#server/git-sync/list-revisions.ts';
import { planStructure } from '../../site-structure/history/plan-structure.ts';
import type { PlannedStructure } from '../../site-structure/history/planned-structure.ts';
import { selectVersions } from '../../site-structure/history/versions.queries.ts';
import { findMappedSpaces, mapNewSpaces, releaseSpaces, toWritten } from './mapped-spaces.ts';
import { lockSite, readStructure } from './open-structure.ts';
import { readSiteStructure } from './read-site-structure.ts';
import { loadSiteState, type SiteSync } from './site-sync.ts';
import { wantedItems } from './wanted-items.ts';

interface PlannedCommit {
  edit: Omit<SiteTextEdit, 'text'>;
  author: CommitPerson;
  message: string;
  /** What the file has afterwards. */
  structure: PlannedStructure;
  version: string;
}

const NOTHING: PlannedStructure = { top: [], siteSpaces: [] };
const MAX_LISTED = 20;

/** What the file is to become, where the site has another structure. Spaces that are new get a directory. */
export function planSiteCommit(sync: SiteSync, file: SiteFile | null): Promise<PlannedCommit | undefined> {
  return inTransaction(sync.db, async (trx) => {
    const site = await lockSite(trx, sync.siteId);
    const state = await loadSiteState({ ...sync, db: trx });
    const { structure, titles, version } = await readStructure(trx, sync);
    const base = (file && state.structure) ?? NOTHING;
    if (file && isDeepStrictEqual(base, structure)) return undefined;
    const titleOf = (id: string) => titles.get(id) ?? 'a space';
    await releaseSpaces(trx, sync, structure);
    await mapNewSpaces(trx, sync, structure);
    const spaces = await findMappedSpaces(trx, sync);
    const known = { base, keys: state.keys, directory: sync.directory, spaces, titleOf };
    const ids = file ? readSiteStructure(file, known).ids : new Map<string, string>();
    const directoryOf = (spaceId: string) => {
      const directory = spaces.directories.get(spaceId);
      return directory === undefined ? null : toWritten(directory, sync.directory);
    };
    const changes = planStructure(base, structure, { titleOf }).map(({ summary }) => summary);
    const items = wantedItems({ file: base, current: structure, titleOf, directoryOf });
    return {
      edit: { siteTitle: site.title, items, ids },
      author: await findAuthor(trx, sync),
      message: messageOf(file ? changes : []),
      structure,
      version,
    };
  });
}

function messageOf(changes: readonly string[]): string {
  const [first, ...rest] = changes;
  if (first === undefined) return 'Write the structure of the site';
  if (rest.length === 0) return first;
  const more = changes.length - MAX_LISTED;
  const lines = changes.slice(0, MAX_LISTED).map((change) => `* ${change}`);
  return ['Change the structure of the site', '', ...lines, ...(more > 0 ? [`* and ${more} more`] : [])].join(
    '\n',
  );
}

/** Who changed the structure last. */
async function findAuthor(trx: Transaction<Database>, sync: SiteSync): Promise<CommitPerson> {
  const latest = await selectVersions(trx, sync).orderBy('place', 'desc').limit(1).executeTakeFirst();
  const id = latest?.entries.find(({ userId }) => userId !== null)?.userId ?? undefined;
  const people = await findPeople(trx, sync, id === undefined ? [] : [id]);
  const { name, email } = people.get(id ?? '') ?? {
    name: 'Bindery',
    email: `bindery@users.noreply.${sync.noReplyHost}`,
  };
  return { name, email, timestamp: Math.floor(sync.clock.now().getTime() / 1000) };
}
