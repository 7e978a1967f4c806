import type {
  ChangeRequest,
  DocumentInput,
  DocumentNode,
  EligibleReviewer,
  JoinedParagraph,
  RequestedReviewer,
  RequestedTeam,
  Review,
  ConflictSide,
  FileConflict,
  ReusableContentConflict,
  ContentConflict,
} from '#api/generated/types.gen.ts';
import { LEVEL } from '#server/access/roles.ts';
import { toAuthorView, toUserView } from '#server/access/users.view.ts';
import { badValue, conflict, forbidden } from '#server/base/errors.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { parseTree, textOfDocument } from '#server/content/documents/comment-text.ts';
import { writeMarkdown } from '#server/content/documents/write-markdown.ts';
import { toChangedFile } from '#server/content/merge/compare-content.ts';
import type { MergedContent, Versions } from '#server/content/merge/merge-content.ts';
import type { FileConflict as StoredFileConflict } from '#server/content/merge/merge-files.ts';
import type { PageConflict } from '#server/content/merge/merge-pages.ts';
import type { PagePosition } from '#server/content/pages/page-tree.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import { toCommitView } from '#server/git-sync/commit-view.ts';
import type {
  ChangeRequestRow,
  DescribedChangeRequestRow,
  RequestedReviewerRow,
  ReviewRow,
} from './change-requests.queries.ts';
import type { EligibleReviewerRow } from './reviewers.queries.ts';

/** All pages of each version, with their parents. */
interface PositionsByVersion {
  base: ReadonlyMap<string, PagePosition>;
  space: ReadonlyMap<string, PagePosition>;
  request: ReadonlyMap<string, PagePosition>;
}

/** A conflict with the versions of its page. @param merged pages after the merge; a parent has to be among them */
export function toConflictView(
  { pageId, attributes }: PageConflict,
  positions: PositionsByVersion,
  merged: ReadonlyMap<string, PagePosition>,
  texts: ReadonlyMap<string, string>,
): ContentConflict {
  const side = (version: ReadonlyMap<string, PagePosition>): ConflictSide | undefined => {
    const position = version.get(pageId);
    if (!position) return undefined;
    const { documentId, ...page } = position.page;
    const { id: _id, type: _type, createdAt: _at, updatedAt: _since, computed: _computed, ...rest } = page;
    const { pages: _pages, git: _git, source: _source, ...fields } = rest;
    let parent = position.parentId;
    while (parent !== null && !merged.has(parent)) parent = version.get(parent)?.parentId ?? null;
    const parentTitle = parent === null ? undefined : merged.get(parent)?.page.title;
    return {
      ...fields,
      markdown: texts.get(documentId ?? '') ?? '',
      parent,
      ...(parentTitle !== undefined && { parentTitle }),
    };
  };
  const [base, space, changeRequest] = [positions.base, positions.space, positions.request].map(side);
  return {
    page: pageId,
    title: (changeRequest ?? space ?? base)?.title ?? '',
    attributes,
    ...(base && { base }),
    ...(space && { space }),
    ...(changeRequest && { changeRequest }),
  };
}

/** A conflict with the versions of its file. */
export function toFileConflictView(
  { fileId, attributes }: StoredFileConflict,
  { base, space, request }: Versions,
): FileConflict {
  const find = ({ files }: StoredContent) => files.find(({ id }) => id === fileId);
  const [before, ours, theirs] = [base, space, request].map((version) => find(version));
  return {
    file: fileId,
    attributes,
    ...(before && { base: toChangedFile(before) }),
    ...(ours && { space: toChangedFile(ours) }),
    ...(theirs && { changeRequest: toChangedFile(theirs) }),
  };
}

/** A conflict with the versions of its reusable content. */
export function toReusableConflictView(
  id: string,
  { base, space, request }: Versions,
  texts: ReadonlyMap<string, string>,
): ReusableContentConflict[] {
  const [before, ours, theirs] = [base, space, request].map(({ reusableContents }) => {
    const item = reusableContents.find((content) => content.id === id);
    return item && { title: item.title, markdown: texts.get(item.documentId) ?? '' };
  });
  if (!ours || !theirs) return [];
  const sides = { ...(before && { base: before }), space: ours, changeRequest: theirs };
  return [{ reusableContent: id, attributes: ['markdown'], ...sides }];
}

/** `revisionId`: the current revision of the change request. */
export function toReviewView(row: ReviewRow, revisionId: string): Review {
  return {
    object: 'review',
    id: row.id,
    reviewer: toUserView({ ...row, id: row.user_id }),
    status: row.status,
    revision: row.revision_id,
    outdated: row.revision_id !== revisionId,
    ...(row.comment !== null && { comment: row.comment }),
    createdAt: row.created_at.toISOString(),
  };
}

/** The team of a request; undefined for a member. */
export function toRequestedTeam(row: RequestedReviewerRow): RequestedTeam | undefined {
  const { id, team_title: title, is_reviewed: reviewed } = row;
  return title === null ? undefined : { id, title, reviewed };
}

export function toRequestedReviewerView(row: RequestedReviewerRow): RequestedReviewer {
  const requester = {
    display_name: row.requester_name,
    email: row.requester_email,
    photo_url: row.requester_photo_url,
  };
  const team = toRequestedTeam(row);
  return {
    ...(team ? { kind: 'team', team } : { kind: 'user', user: toUserView(row) }),
    ...(row.requester_id !== null && { requestedBy: toAuthorView(row.requester_id, requester) }),
    createdAt: row.created_at.toISOString(),
  };
}

export function toEligibleReviewerView(row: EligibleReviewerRow): EligibleReviewer {
  const { requested, contributed, last_seen_at: lastSeenAt } = row;
  return {
    user: toUserView(row),
    requested,
    contributed,
    ...(lastSeenAt !== null && { lastSeenAt: lastSeenAt.toISOString() }),
  };
}

export function toChangeRequestView(
  row: ChangeRequestRow | DescribedChangeRequestRow,
  service: ServiceSettings,
): ChangeRequest {
  const path = `/spaces/${row.space_id}`;
  const git = toCommitView(row.commit);
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...('description' in row && descriptionOf(row)),
    ...(row.issue_url !== null && { issueUrl: row.issue_url }),
    ...sizeOf(row),
    ...planOf(row),
    ...(git && { git }),
    space: row.space_id,
    createdBy: toAuthorView(row.created_by, row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision_id,
    revisionInitial: row.revision_initial,
    ...(row.revision_merged_ancestor !== null && { revisionMergedAncestor: row.revision_merged_ancestor }),
    ...(row.revision_merged !== null && { revisionMerged: row.revision_merged }),
    comments: row.comments_open,
    outdated: row.base_revision_id !== row.space_revision_id,
    urls: {
      app: appUrl(service, `/o/${row.organization_id}${path}/changes/${row.number}`),
      location: apiUrl(service, `${path}/change-requests/${row.id}`),
    },
  };
}

const isDocument = (value: unknown): value is DocumentNode => typeof value === 'object' && value !== null;

function descriptionOf({ description, description_markdown: markdown }: DescribedChangeRequestRow) {
  if (!isDocument(description)) return {};
  return { description, descriptionMarkdown: markdown ?? writeMarkdown(description) };
}

/** A plan that waits, or was refused and is not replaced; of one that can be merged. */
function planOf({ plan, status }: ChangeRequestRow): Pick<ChangeRequest, 'plannedMerge'> {
  const isUnfinished = status === 'open' || status === 'draft';
  if (!plan || !isUnfinished || (plan.state !== 'waiting' && plan.state !== 'refused')) return {};
  const toTime = (value: string) => new Date(value).toISOString();
  return {
    plannedMerge: {
      id: plan.id,
      when: plan.mode,
      ...(plan.runAt !== null && { at: toTime(plan.runAt) }),
      state: plan.state,
      ...(plan.problem !== null && { problem: plan.problem }),
      user: toAuthorView(plan.user_id, plan),
      createdAt: toTime(plan.createdAt),
      ...(plan.endedAt !== null && { endedAt: toTime(plan.endedAt) }),
    },
  };
}

/** Of the current revisions only: a size is counted after the change. */
function sizeOf(row: ChangeRequestRow): Pick<ChangeRequest, 'size'> {
  if (row.size?.of !== `${row.base_revision_id} ${row.revision_id}`) return {};
  const { of: _of, ...size } = row.size;
  return { size };
}

/** A description to store; undefined to keep it. */
export type NewDescription = { document: string | null; markdown: string | null } | undefined;

/** A new description that was sent as a document. Throws 400. */
export function parseDescription(description: DocumentInput | undefined): NewDescription {
  if (description === undefined) return undefined;
  const document = parseTree(description, 'body.description');
  const isNone = textOfDocument(document).trim() === '' && (description.nodes ?? []).length === 0;
  return { document: isNone ? null : JSON.stringify(document), markdown: null };
}

/** The address of an issue; null for none. Throws 400 unless it is a full https URL without a user name. */
export function parseIssueUrl(address: string | undefined): string | null | undefined {
  if (address === undefined || address.trim() === '') return address === undefined ? undefined : null;
  const url = URL.parse(address.trim());
  if (url?.protocol !== 'https:') throw badValue('body.issueUrl', 'must be a full https URL');
  if (url.username !== '' || url.password !== '')
    throw badValue('body.issueUrl', 'must not contain a user name or password');
  return url.href;
}

/** Also their content. */
export function canEditChangeRequests(level: number): boolean {
  return level >= LEVEL.edit;
}

/** Also merging. */
export function canReview(level: number): boolean {
  return level >= LEVEL.review;
}

/** Throws 403. */
export function requireEditPermission(level: number): void {
  if (!canEditChangeRequests(level)) throw forbidden('You need the permission "edit" on this space.');
}

/** Throws 403 where a space can only be changed through change requests. */
export function requireUnlocked(space: { edit_mode: string }): void {
  if (space.edit_mode !== 'live')
    throw forbidden('This space is locked. Use a change request, or unlock it first.');
}

/** Throws 409 where merged or archived. */
export function requireNotClosed({ status }: { status: string }): void {
  if (status === 'merged') throw conflict('The change request is already merged.');
  if (status === 'archived') throw conflict('The change request is archived. Reopen it first.');
}

/** Paragraphs that a merge names at most: whoever gets more reads the whole pages. */
const MAX_PARAGRAPHS = 100;

/** The paragraphs of a merge that someone should look at; no field without any. */
export function viewParagraphs({
  paragraphs,
  reusableParagraphs,
}: Pick<MergedContent, 'paragraphs' | 'reusableParagraphs'>): { paragraphs?: JoinedParagraph[] } {
  const views = [
    ...paragraphs.map(({ pageId, ours, theirs, ...rest }) => ({
      page: pageId,
      space: ours,
      changeRequest: theirs,
      ...rest,
    })),
    ...reusableParagraphs.map(({ reusableContentId, ours, theirs, ...rest }) => ({
      reusableContent: reusableContentId,
      space: ours,
      changeRequest: theirs,
      ...rest,
    })),
  ];
  return views.length === 0 ? {} : { paragraphs: views.slice(0, MAX_PARAGRAPHS) };
}
