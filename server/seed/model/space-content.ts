import { generateNKeysBetween } from 'fractional-indexing';
import { type AccessColumns, resolveAccess, contentLevelOf } from '#server/access/roles.ts';
import { randomText } from '#server/base/ids.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import { buildCommentRows, type CommentRows } from './comment-rows.ts';
import type { ImageSeed, SpaceSeed, CollectionSeed, ContentSeed } from './content-schemas.ts';
import { drawImage } from './images.ts';
import { createLinkResolver, fileIdOf } from './link-resolver.ts';
import type { OrganizationSeed } from './organization-schemas.ts';
import type { DocumentMap } from './page-tree.ts';
import { buildReviewRows, type ReviewRows } from './review-rows.ts';
import { seedId } from './seed-ids.ts';
import { type BuiltRevision, SpaceHistory } from './space-history.ts';

/** The rows of a content tree; revisions and counters of spaces are filled in later. */
interface ContentRows {
  collections: Row<'collections'>[];
  spaces: { seed: SpaceSeed; row: Row<'spaces'> }[];
}

/** Builds the rows of a tree of collections and spaces: ranks per parent, access columns from the top down. */
function buildContentRows(
  organizationId: string,
  tree: readonly ContentSeed[],
  calendar: Calendar,
): ContentRows {
  const rows: ContentRows = { collections: [], spaces: [] };
  const addChildren = (items: readonly ContentSeed[], parent: Row<'collections'> | null) => {
    const ranks = generateNKeysBetween(null, null, items.length);
    items.forEach((item, index) => {
      const position = { organizationId, parent, rank: ranks[index] ?? '', calendar };
      if (item.kind === 'space') {
        rows.spaces.push({ seed: item, row: spaceRow(item, position) });
        return;
      }
      const row = collectionRow(item, position);
      rows.collections.push(row);
      addChildren(item.items, row);
    });
  };
  addChildren(tree, null);
  return rows;
}

interface ContentPosition {
  organizationId: string;
  parent: (AccessColumns & { id: string }) | null;
  rank: string;
  calendar: Calendar;
}

function positionColumns(
  kind: string,
  seed: ContentSeed,
  { organizationId, parent, rank, calendar }: ContentPosition,
) {
  const node = {
    id: seedId(kind, seed.key),
    default_level: contentLevelOf(seed.level === undefined ? 'inherit' : seed.level),
  };
  return {
    ...node,
    organization_id: organizationId,
    parent_id: parent?.id ?? null,
    title: seed.title,
    ...resolveAccess(node, parent),
    rank,
    created_at: calendar.ago(seed.createdAgo),
    updated_at: calendar.ago(seed.createdAgo * 0.4),
  };
}

function collectionRow(seed: CollectionSeed, position: ContentPosition): Row<'collections'> {
  return { ...positionColumns('collection', seed, position), description: seed.description ?? null };
}

function spaceRow(seed: SpaceSeed, position: ContentPosition): Row<'spaces'> {
  const visibility = seed.visibility ?? 'private';
  return {
    ...positionColumns('space', seed, position),
    emoji: seed.emoji,
    icon: '',
    visibility,
    edit_mode: seed.locked ? 'locked' : 'live',
    writing_view: null,
    share_key: visibility === 'share-link' ? randomText(32) : null,
    git_sync: seed.gitSync
      ? { ...seed.gitSync, integration: 'git-sync', updatedAt: position.calendar.ago(0.3).toISOString() }
      : null,
    visitor_auth: seed.visitorAuth ?? null,
    revision_id: '',
    comments_open: 0,
    change_requests_total: 0,
    change_requests_open: 0,
    change_requests_draft: 0,
    change_requests_number: 0,
    deleted_at: seed.deleted === undefined ? null : position.calendar.ago(seed.deleted),
    import_id: null,
  };
}

export interface SpaceContentRows extends CommentRows, ReviewRows {
  collections: Row<'collections'>[];
  spaces: Row<'spaces'>[];
  files: Row<'files'>[];
  revisions: BuiltRevision[];
  changeRequests: Row<'change_requests'>[];
}

const COVER: ImageSeed = { name: 'cover.png', kind: 'cover' };

/** Builds the content of one organization; texts are added to `documents`. */
export function buildSpaceContent(
  organizationId: string,
  seed: OrganizationSeed,
  documents: DocumentMap,
  calendar: Calendar,
): SpaceContentRows {
  const tree = buildContentRows(organizationId, seed.content, calendar);
  const links = createLinkResolver(organizationId);
  for (const { seed: space } of tree.spaces) {
    links.addPages(space.key, seed.pages.get(space.key) ?? []);
    links.addReusableContents(
      space.key,
      (space.reusableContents ?? []).map(({ title }) => title),
    );
    links.addFiles(
      space.key,
      imagesOf(space).map((image) => image.name),
    );
  }
  const files: Row<'files'>[] = [];
  const histories = new Map<string, SpaceHistory>();
  for (const { seed: space, row } of tree.spaces) {
    const ownFiles = fileRows(space, row);
    files.push(...ownFiles);
    const steps = seed.histories[space.key] ?? [];
    const discussedSince = Math.max(
      0,
      ...seed.comments.filter((one) => one.space === space.key).map((one) => one.ago),
    );
    const writer = { space: space.key, links, documents };
    const history = new SpaceHistory({
      organizationId,
      space,
      pages: seed.pages.get(space.key) ?? [],
      steps,
      firstCommentAgo: discussedSince,
      files: ownFiles.map(fileRef),
      writer,
      calendar,
    });
    addCover(history, row, ownFiles[0]);
    histories.set(space.key, history);
  }
  const discussion = buildCommentRows(seed.comments, { histories, documents, calendar });
  const changeRequests = [...histories.values()].flatMap((history) =>
    [...history.requests.values()].map((request) => request.row),
  );
  const revisions = [...histories.values()].flatMap((history) => history.revisions);
  updateCounters(tree, histories, discussion, changeRequests);
  return {
    ...discussion,
    ...buildReviewRows(seed, histories, calendar),
    collections: tree.collections,
    spaces: tree.spaces.map(({ row }) => row),
    files,
    revisions,
    changeRequests,
  };
}

function imagesOf(space: SpaceSeed): ImageSeed[] {
  return [COVER, ...(space.images ?? [])];
}

function fileRows(space: SpaceSeed, row: Row<'spaces'>): Row<'files'>[] {
  return imagesOf(space).map((image) => {
    const { contentType, width, height, data } = drawImage(space.key, image);
    const id = fileIdOf(space.key, image.name);
    const size = data.length;
    return {
      id,
      space_id: row.id,
      name: image.name,
      content_type: contentType,
      size,
      width,
      height,
      data,
      storage_key: null,
      created_at: row.created_at,
      import_id: null,
      pending_import_id: null,
      hash: null,
    };
  });
}

function fileRef({ id, name, content_type, size, width, height }: Row<'files'>): StoredFileRef {
  return { id, name, contentType: content_type, size, width, height };
}

/** The first page of every revision gets the cover. */
function addCover(history: SpaceHistory, row: Row<'spaces'>, cover: Row<'files'> | undefined): void {
  row.revision_id = history.head.id;
  row.updated_at = history.head.created_at;
  if (!cover) return;
  for (const revision of history.revisions) {
    const [first, ...rest] = revision.pages;
    if (first)
      revision.pages = [{ ...first, cover: { ref: { kind: 'file', file: cover.id }, yPos: 0 } }, ...rest];
  }
}

/** Updates the counters of spaces and change requests from the rows. */
function updateCounters(
  tree: ContentRows,
  histories: ReadonlyMap<string, SpaceHistory>,
  discussion: CommentRows,
  changeRequests: readonly Row<'change_requests'>[],
): void {
  const open = discussion.comments.filter((comment) => comment.status === 'open');
  for (const request of changeRequests) {
    request.comments_open = open.filter((comment) => comment.change_request_id === request.id).length;
  }
  for (const { seed, row } of tree.spaces) {
    const requests = [...(histories.get(seed.key)?.requests.values() ?? [])].map((request) => request.row);
    row.comments_open = open.filter(
      (comment) => comment.space_id === row.id && !comment.change_request_id,
    ).length;
    row.change_requests_total = requests.length;
    row.change_requests_open = requests.filter((request) => request.status === 'open').length;
    row.change_requests_draft = requests.filter((request) => request.status === 'draft').length;
    row.change_requests_number = requests.length;
  }
}
