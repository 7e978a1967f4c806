import type { Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import { ApiError } from '#server/base/errors.ts';
import type { SiteFile } from '#server/content/repository/site-file.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { countOf } from '#server/lists/lists.ts';
import { recordSiteChange, type SiteRow } from '#server/sites/load-site.ts';
import { mapIds } from '../../site-structure/drafts/draft-steps.ts';
import { type AddedIds, runStep } from '../../site-structure/drafts/run-step.ts';
import { planStructure } from '../../site-structure/history/plan-structure.ts';
import { type PlannedStructure, sectionsOf } from '../../site-structure/history/planned-structure.ts';
import { addSpace } from '../../spaces/space-changes.ts';
import { connectSpace, findMappedSpaces, releaseSpaces } from './mapped-spaces.ts';
import { mergeStructures } from './merge-structures.ts';
import { lockSite, readStructure } from './open-structure.ts';
import { type FileStructure, readSiteStructure } from './read-site-structure.ts';
import { revealedSpaces } from './revealed-spaces.ts';
import { idsOfSame, withIds } from './same-structure.ts';
import { changeSiteState, loadSiteState, type SiteSync } from './site-sync.ts';

const MAX_NEW_SPACES = 200;
const MAX_STEPS = 2000;
const MAX_TITLE_LENGTH = 50;
const MAX_NAMED = 5;
const MAX_LISTED = 100;

interface Incoming {
  tip: string;
  file: SiteFile;
  /** That of the commits. */
  message: string;
}

type Applied =
  | { undecided: string }
  /** What was changed, and what of the file is not shown, in words; and the version of the structure then. */
  | { changes: string[]; notes: string[]; version: string };

/** Takes over what the file of a site has changed, in one transaction; or says what needs a decision. */
export function applySiteFile(sync: SiteSync, incoming: Incoming): Promise<Applied> {
  return inTransaction(sync.db, async (trx) => {
    const site = await lockSite(trx, sync.siteId);
    const state = await loadSiteState({ ...sync, db: trx });
    const { structure: ours, titles } = await readStructure(trx, sync);
    const base = state.structure;
    const file = readSiteStructure(incoming.file, {
      base: base ?? ours,
      keys: state.keys,
      directory: sync.directory,
      spaces: await findMappedSpaces(trx, sync),
      titleOf: (id) => titles.get(id),
    });
    const titleOf = (id: string) => file.spaces.get(id)?.title ?? titles.get(id) ?? 'a space';
    const decided = decide(sync, incoming.tip, { base, ours, file, titleOf });
    if ('undecided' in decided) return decided;
    const { merged } = decided;
    const planned = planStructure(ours, merged, { titleOf });
    const changes = planned.map(({ summary }) => summary);
    const spaceIds = await connectSpaces(trx, sync, file, merged);
    const toSpace = (id: string) => spaceIds.get(id) ?? id;
    const steps = planned.flatMap((change) => change.steps).map((step) => mapIds(step, toSpace));
    await runSteps(trx, sync, site, { steps, changes, incoming });
    const { structure: after, version } = await readStructure(trx, sync);
    const ids = idsOfSame(merged, after);
    const toId = (id: string) => ids.get(id) ?? id;
    // Ids that are not those of the same items would mix these up in later syncs.
    if (!isDeepStrictEqual(withIds(merged, { toId, toSpace }), after))
      throw new Error('The structure of a site is not the one that was planned.');
    await releaseSpaces(trx, sync, after);
    await changeSiteState(
      { ...sync, db: trx },
      {
        readCommit: incoming.tip,
        structure: withIds(file.structure, { toId, toSpace }),
        keys: Object.fromEntries([...file.keys].map(([key, id]) => [key, toId(id)])),
      },
    );
    return { changes, notes: file.notes, version };
  });
}

interface Deciding {
  base: PlannedStructure | null;
  ours: PlannedStructure;
  file: FileStructure;
  titleOf: (spaceId: string) => string;
}

/** The structure that the site is to have. What shows visitors more, and what both sides have changed, needs a yes. */
function decide(
  { allowsRevealing, acceptedCommit, refusedCommit }: SiteSync,
  tip: string,
  { base, ours, file, titleOf }: Deciding,
): { merged: PlannedStructure } | { undecided: string } {
  if (refusedCommit === tip) return { merged: ours };
  const theirs = file.structure;
  const { merged, conflicts } = base
    ? mergeStructures({ base, ours, theirs }, 'theirs')
    : { merged: theirs, conflicts: [] };
  const isNew = (id: string) => file.spaces.get(id)?.isNew === true;
  const revealed = allowsRevealing ? [] : revealedSpaces(ours, merged, isNew);
  if (acceptedCommit === tip || (conflicts.length === 0 && revealed.length === 0)) return { merged };
  const names = revealed.map((id) => `“${titleOf(id)}”`);
  const sentences = [
    ...(names.length > 0 ? [`It changes who can see ${list(names)} on the site.`] : []),
    ...(conflicts.length > 0 ? [`Both sides have changed ${list(conflicts)}.`] : []),
  ];
  return {
    undecided: `The commit ${tip.slice(0, 7)} waits for a decision. ${sentences.join(' ')} Take it over, or keep what the site has.`,
  };
}

function list(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return [...names.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** Connects the spaces of directories that have none yet, and creates those that are new; these by the ids that stand for them. */
async function connectSpaces(
  trx: Transaction<Database>,
  sync: SiteSync,
  { spaces }: FileStructure,
  merged: PlannedStructure,
): Promise<Map<string, string>> {
  const shown = new Set(
    [merged, ...sectionsOf(merged)].flatMap(({ siteSpaces }) => siteSpaces.map(({ spaceId }) => spaceId)),
  );
  const wanted = [...spaces].filter(([id]) => shown.has(id));
  if (wanted.length > MAX_NEW_SPACES)
    throw new GitSyncError(
      'too-many-files',
      `The file names more than ${MAX_NEW_SPACES} directories without a space. Add them in several commits.`,
    );
  const ids = new Map<string, string>();
  const { actor, member, organizationId } = sync;
  for (const [id, { directory, title, isNew }] of wanted) {
    if (isNew) {
      const name = [...title].slice(0, MAX_TITLE_LENGTH).join('') || 'Documentation';
      const context = { actor, viewer: member, level: member.role };
      const container = { organizationId, parentId: null };
      ids.set(id, await addSpace(trx, context, container, { title: name, emoji: '' }));
    }
    await connectSpace(trx, sync, { spaceId: ids.get(id) ?? id, directory, initial: 'repository' });
  }
  return ids;
}

interface Steps {
  steps: readonly StructureDraftStep[];
  changes: readonly string[];
  incoming: Incoming;
}

/** Runs the operations of a change; the audit log has one entry of them. */
async function runSteps(
  trx: Transaction<Database>,
  { actor, member }: SiteSync,
  site: SiteRow,
  { steps, changes, incoming: { tip, file, message } }: Steps,
): Promise<void> {
  if (steps.length === 0) return;
  if (steps.length > MAX_STEPS)
    throw new GitSyncError(
      'too-large',
      `The file changes more than ${MAX_STEPS} things of the site at once. Change fewer in one commit.`,
    );
  const added: AddedIds = new Map();
  const record = async () => {};
  for (const step of steps) {
    try {
      await runStep({ trx, site, member, actor, record }, step, added);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new GitSyncError(
        'content-refused',
        `${file.path} can’t be taken over: ${error.message} Correct it there.`,
      );
    }
  }
  await recordSiteChange(trx, { actor }, site, {
    action: 'receiveSiteCommits',
    summary: `Made ${countOf(changes.length, 'change')} of the structure of the site “${site.title}” from the commit ${tip.slice(0, 7)} of its repository.`,
    after: { commit: tip, message, changes: changes.slice(0, MAX_LISTED) },
  });
}
