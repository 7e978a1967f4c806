import type { StoredFileRef } from '#server/content/storage.ts';
import type { Row } from '#server/database/schema.ts';
import type { Calendar } from './calendar.ts';
import { buildCommentRows, type CommentRows } from './comment-rows.ts';
import { buildContentRows, type ContentRows } from './content-rows.ts';
import type { ImageSeed, SpaceSeed } from './content-schemas.ts';
import { drawImage } from './images.ts';
import { createLinkResolver, fileIdOf } from './link-resolver.ts';
import type { OrganizationSeed } from './organization-schemas.ts';
import type { DocumentMap } from './page-tree.ts';
import { buildReviewRows, type ReviewRows } from './review-rows.ts';
import { type BuiltRevision, SpaceHistory } from './space-history.ts';

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
    links.addFiles(
      space.key,
      imagesOf(space).map((image) => image.name),
    );
  }
  const files: Row<'files'>[] = [];
  const histories = new Map<string, SpaceHistory>();
  for (const { seed: space, row } of tree.spaces) {
    const own = fileRows(space, row);
    files.push(...own);
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
      files: own.map(fileRef),
      writer,
      calendar,
    });
    addCover(history, row, own[0]);
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
      created_at: row.created_at,
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
