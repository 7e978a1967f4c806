import type { Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { hasConflicts, type MergedContent, type Versions } from '#server/content/merge/merge-content.ts';
import { unchangedLists } from '#server/content/merge/merge-pages.ts';
import { changedFields } from '#server/content/pages/page-fields.ts';
import { isSamePage } from '#server/content/pages/page-json.ts';
import {
  flattenPages,
  type PagePosition,
  pagePositions,
  sharedLists,
  withPaths,
} from '#server/content/pages/page-tree.ts';
import { bytesIdOf, type StoredContent, type StoredPage } from '#server/content/pages/storage.ts';
import { prepareTexts } from '#server/content/stored/parsed-texts.ts';
import {
  findRevision,
  getRevision,
  loadTexts,
  type StoredRevision,
} from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import { mergeQuickly } from '#server/content/tasks/merge-quickly.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  type GitConnection,
  type IncomingSync,
  SpaceMovedError,
  type SyncContext,
  type SyncedChanges,
  type SyncNote,
} from './git-connection.ts';
import { placesOf, withOwnSources } from './own-sources.ts';
import type { IncomingVersions } from './read-incoming.ts';
import { type Conflicts, realConflicts, withoutConflicts, withoutDeleted } from './separate-conflicts.ts';
import { changeSyncState, gitOfRevision, type SyncState } from './sync-state.ts';

/** A commit that was read, for a space as it was then. */
export interface Incoming extends IncomingVersions {
  commit: string;
  /** Whether the repository's version becomes the content, whatever the space has. */
  replaces: boolean;
  /** Whether both sides are the same afterwards: the branch may be written to. */
  isWritten: boolean;
  /** What the commits since the last sync say. */
  message: string;
  /** Names of who wrote them. */
  author: string;
  current: StoredRevision;
  state: SyncState;
}

export interface WrittenIncoming {
  incoming: IncomingSync;
  changeRequest?: string;
  /** Redirects that no site has taken. */
  notes: SyncNote[];
}

/** The content of a change request. */
interface RequestBase {
  content: StoredContent;
  /** The revision of the space that it begins with. */
  base: string;
  /** Its own revision that it goes on from; undefined for a new one. */
  revision: string | undefined;
}

/** How content goes into the space. */
interface PlannedWrite {
  /** What is live at once. */
  live: StoredContent;
  texts: string[];
  /** Where the branch has pages that stay those of the space, by their ids. */
  places?: ReadonlyMap<string, string>;
  /** What has to be decided: the content of a change request. */
  request?: (RequestBase & { held: string[]; texts: string[] }) | undefined;
}

/**
 * Merges a commit into the space: what nobody changed here is live at once, what both sides changed differently is a change
 * request. Where merge rules ask for reviews, all of it is one. Throws `SpaceMovedError` if the space or that changed meanwhile.
 */
export async function writeIncoming(
  context: SyncContext,
  connection: GitConnection,
  incoming: Incoming,
): Promise<WrittenIncoming> {
  const { db } = context;
  const { organizationId, spaceId: id } = connection;
  await context.progress?.('merge');
  const isReviewed = await context.needsReview(db, { id, organizationId });
  const plan = isReviewed
    ? await planReview(context, connection, incoming)
    : await planDirect(context, connection, incoming);
  await prepareTexts(db, [...plan.texts, ...(plan.request?.texts ?? [])], organizationId);
  await context.progress?.('write');
  return inTransaction(db, (trx) => writePlan(trx, context, { connection, incoming, plan, isReviewed }));
}

async function planDirect(
  context: SyncContext,
  connection: GitConnection,
  incoming: Incoming,
): Promise<PlannedWrite> {
  const { current, state } = incoming;
  if (incoming.replaces) return { live: withTree(incoming.request, current), texts: [] };
  const { base, request } = incoming;
  const merged = await merge(context, connection, { base, space: current, request });
  const decided = { live: merged.content, texts: merged.texts, places: placesOf(request, merged.content) };
  if (!hasConflicts(merged)) return decided;
  const written =
    state.written_revision === null
      ? undefined
      : await findRevision(context.db, connection.spaceId, state.written_revision);
  const held = new Set(state.held);
  const paths = pathsOf([base, request, current], state);
  const isHeld = (id: string) => (paths.get(id) ?? []).some((path) => held.has(path));
  const conflicts = realConflicts(merged, { written, current, isHeld });
  if (!hasConflicts({ ...merged, ...conflicts }))
    return { ...decided, live: withoutDeleted(merged, request, conflicts) };
  const rest = withoutConflicts(base, request, conflicts);
  const live = await merge(context, connection, { base, space: current, request: rest });
  // The change request begins where both sides were the same, so that it shows what each has changed since.
  const target = await findRequestBase(context, connection, { state, written, current });
  const asked = await merge(context, connection, { base: rest, space: target.content, request });
  return {
    live: withoutDeleted(live, rest, conflicts),
    texts: live.texts,
    places: placesOf(rest, live.content),
    request: {
      ...target,
      content: asked.content,
      held: [...heldPaths(conflicts, paths), ...heldSummary(conflicts, current)],
      texts: asked.texts,
    },
  };
}

async function planReview(
  context: SyncContext,
  connection: GitConnection,
  incoming: Incoming,
): Promise<PlannedWrite> {
  const { base, request, current, state } = incoming;
  const target = await findRequestBase(context, connection, { state, written: current, current });
  const merged = incoming.replaces
    ? { content: withTree(request, current), texts: [] }
    : await merge(context, connection, { base, space: target.content, request });
  return {
    live: current,
    texts: [],
    places: placesOf(request, current),
    request: { ...target, content: merged.content, held: [], texts: merged.texts },
  };
}

/** A version of the branch as the whole content of the space. */
export function withTree(request: StoredContent, current: StoredContent): StoredContent {
  return {
    ...request,
    pages: withPaths(request.pages, new Set(flattenPages(current.pages).map(({ id }) => id))),
  };
}

/** The content that a change request goes on from: its own, if there is one already. */
async function findRequestBase(
  { db }: SyncContext,
  { spaceId }: GitConnection,
  versions: { state: SyncState; written: StoredRevision | undefined; current: StoredRevision },
): Promise<RequestBase> {
  const { state, written = versions.current } = versions;
  const fresh = { content: written, base: written.id, revision: undefined };
  if (state.request_id === null) return fresh;
  const row = await db
    .selectFrom('change_requests')
    .select('revision_id')
    .where('id', '=', state.request_id)
    .executeTakeFirst();
  if (!row) return fresh;
  const { revision_id: revision } = row;
  return { content: await getRevision(db, spaceId, revision), base: written.id, revision };
}

/** Merges two sides. Only texts that all three versions have differently are read. */
async function merge(
  { db, signal }: SyncContext,
  { organizationId }: GitConnection,
  { base, space, request }: Versions,
): Promise<MergedContent> {
  const bare = (content: StoredContent): StoredContent => {
    const { pages, files, reusableContents, book } = content;
    return { pages, files, reusableContents, ...(book && { book }) };
  };
  const versions = { base: bare(base), space: bare(space), request: bare(request) };
  const texts = await loadTexts(db, differingTexts(versions));
  const options = { organizationId, ...(signal && { signal }) };
  const merged = await mergeQuickly({ versions, texts, bySentences: false }, options);
  const pages = await withOwnSources(db, merged.content.pages, versions);
  return { ...merged, content: { ...merged.content, pages } };
}

function differingTexts({ base, space, request }: Versions): string[] {
  const unchanged = unchangedLists({ base: base.pages, space: space.pages, request: request.pages });
  const textsOf = ({ pages, reusableContents }: StoredContent) => {
    const differing = [...pagePositions(pages, unchanged).values()].map(({ page }) => page);
    return new Map([...differing, ...reusableContents].map(({ id, documentId }) => [id, documentId]));
  };
  const [inBase, inSpace, inRequest] = [textsOf(base), textsOf(space), textsOf(request)];
  const ids = [...inRequest].flatMap(([id, theirs]) => {
    const [was, ours] = [inBase.get(id), inSpace.get(id)];
    return was === theirs || ours === theirs || was === ours ? [] : [was, ours, theirs];
  });
  const settings = [base, space, request].flatMap(({ book }) => book?.texts ?? []);
  return [...new Set([...ids, ...settings.map(({ documentId }) => documentId)])].filter(
    (id) => id !== undefined,
  );
}

/** The paths that items have in any version, in the directory, by their ids. */
function pathsOf(versions: readonly StoredContent[], state: SyncState): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { pages, files, reusableContents, book } of versions) {
    for (const { id, git } of [...flattenPages(pages), ...files, ...reusableContents]) {
      const path = git?.path ?? state.assigned_paths[id];
      if (path === undefined) continue;
      const place = book?.root === undefined ? path : `${book.root}/${path}`;
      paths.set(id, [...new Set([...(paths.get(id) ?? []), place])]);
    }
  }
  return paths;
}

function heldPaths(
  { conflicts, fileConflicts, reusableConflicts }: Conflicts,
  paths: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ids = [
    ...conflicts.map(({ pageId }) => pageId),
    ...fileConflicts.map(({ fileId }) => fileId),
    ...reusableConflicts,
  ];
  return ids.flatMap((id) => paths.get(id) ?? []);
}

/** A table of contents waits, too, where it is not decided which pages there are, or their order and titles. */
function heldSummary({ conflicts }: Conflicts, { book }: StoredContent): string[] {
  const isListed = conflicts.some(({ attributes }) =>
    attributes.some((attribute) => ['page', 'parent', 'title'].includes(attribute)),
  );
  if (!isListed) return [];
  return (book?.texts ?? []).flatMap(({ path }) => (/\.md$/i.test(path) ? [path] : []));
}

interface Writing {
  connection: GitConnection;
  incoming: Incoming;
  plan: PlannedWrite;
  isReviewed: boolean;
}

async function writePlan(
  trx: Transaction<Database>,
  context: SyncContext,
  { connection, incoming, plan, isReviewed }: Writing,
): Promise<WrittenIncoming> {
  const { commit, current, state, message, author } = incoming;
  const now = context.clock.now();
  const space = await lockSpaceContent(trx, connection.spaceId);
  if (space.revision_id !== current.id) throw new SpaceMovedError();
  const git = gitOfRevision(connection, { oid: commit, message, author, isOwn: false });
  const common = { type: 'edits' as const, texts: plan.texts, message, actor: null, now, git };
  const isChanged = !isReviewed && !isSameContent(current, plan.live);
  const summary = `Synchronized the commit ${commit.slice(0, 7)} of the branch “${connection.branch}”.`;
  const revision = isChanged
    ? await writeRevision(trx, {
        ...common,
        target: { space },
        content: plan.live,
        audit: { action: context.action, summary },
      })
    : undefined;
  const { organizationId, spaceId } = connection;
  const books = { book: plan.live.book, previous: current.book };
  const left = isChanged ? await context.addRedirects(trx, { organizationId, spaceId, ...books }) : [];
  const asked =
    plan.request && (await writeRequest(trx, context, { connection, plan, common, state, isReviewed }));
  await changeSyncState(
    trx,
    connection.id,
    {
      folder: incoming.folder,
      newPaths: Object.fromEntries(
        [...(plan.places ?? [])].filter(([id, path]) => state.assigned_paths[id] !== path),
      ),
      ...(!isReviewed && { read_commit: commit, read_revision: revision ?? current.id }),
      ...(!isReviewed && incoming.isWritten && { written_revision: revision ?? current.id }),
      ...(asked && {
        request_id: asked.id,
        request_revision: asked.revision,
        request_commit: isReviewed ? commit : null,
        held: [...new Set([...state.held, ...(plan.request?.held ?? [])])],
      }),
    },
    now,
  );
  return {
    incoming: {
      commit,
      ...(revision !== undefined && { revision }),
      ...countChanges(current, isReviewed ? (plan.request?.content ?? current) : plan.live),
    },
    ...(asked && { changeRequest: asked.id }),
    notes: left,
  };
}

type CommonWrite = Pick<Parameters<typeof writeRevision>[1], 'type' | 'message' | 'actor' | 'now' | 'git'>;

/** Opens a change request, or adds to the one that is open. */
async function writeRequest(
  trx: Transaction<Database>,
  context: SyncContext,
  writing: {
    connection: GitConnection;
    plan: PlannedWrite;
    common: CommonWrite;
    state: SyncState;
    isReviewed: boolean;
  },
): Promise<{ id: string; revision: string } | undefined> {
  const { connection, plan, common, state, isReviewed } = writing;
  const { request } = plan;
  if (!request) return undefined;
  const { branch, spaceId } = connection;
  const name = branch.slice(0, 60);
  const subject = isReviewed ? `Changes of the branch “${name}”` : `Conflicts with the branch “${name}”`;
  const id =
    state.request_id ?? (await context.openChangeRequest(trx, { spaceId, subject, base: request.base }));
  const changeRequest = await lockChangeRequest(trx, id);
  // Somebody has edited it meanwhile.
  if (request.revision !== undefined && changeRequest.revision_id !== request.revision)
    throw new SpaceMovedError();
  const revision = await writeRevision(trx, {
    ...common,
    target: { changeRequest },
    content: request.content,
    texts: request.texts,
    audit: {
      action: context.action,
      summary: `Wrote what a commit of the branch “${branch}” changes into the change request #${changeRequest.number}.`,
    },
  });
  return { id, revision };
}

/** Whether two versions are the same, but for the times of pages. */
function isSameContent(a: StoredContent, b: StoredContent): boolean {
  const shared = sharedLists(a.pages, b.pages);
  const [ours, theirs] = [pagePositions(a.pages, shared), pagePositions(b.pages, shared)];
  const isSamePlace = (id: string, { page, parentId, index }: PagePosition) => {
    const other = theirs.get(id);
    return other?.parentId === parentId && other.index === index && isSameFields(page, other.page);
  };
  return (
    ours.size === theirs.size &&
    [...ours].every(([id, position]) => isSamePlace(id, position)) &&
    isDeepStrictEqual([a.files, a.reusableContents, a.book], [b.files, b.reusableContents, b.book])
  );
}

function isSameFields(a: StoredPage, b: StoredPage): boolean {
  if (isSamePage(a, b)) return true;
  const withoutTimes = (page: StoredPage) => ({ ...page, pages: [], createdAt: '', updatedAt: '' });
  return isDeepStrictEqual(withoutTimes(a), withoutTimes(b));
}

/** How two versions of a space differ, in numbers. */
export function countChanges(before: StoredContent, after: StoredContent): SyncedChanges {
  const shared = sharedLists(before.pages, after.pages);
  const [previous, next] = [pagePositions(before.pages, shared), pagePositions(after.pages, shared)];
  const files = new Map(before.files.map((file) => [file.id, bytesIdOf(file)]));
  const isUpdated = ({ page }: PagePosition) => {
    const was = previous.get(page.id)?.page;
    if (was === undefined || isSamePage(was, page)) return false;
    return changedFields(was, page).length > 0;
  };
  return {
    pagesAdded: [...next.keys()].filter((id) => !previous.has(id)).length,
    pagesUpdated: [...next.values()].filter(isUpdated).length,
    pagesRemoved: [...previous.keys()].filter((id) => !next.has(id)).length,
    files: after.files.filter((file) => files.get(file.id) !== bytesIdOf(file)).length,
  };
}
