import { generateNKeysBetween } from 'fractional-indexing';
import { type AccessColumns, INHERIT_LEVEL, resolveAccess } from '#server/access/roles.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { daysBefore, insertBatches, type ScaleContext, scaleId } from './batch.ts';
import { pick, hashNumber, riverName, spaceTitle } from './names.ts';
import { pageDocument, PAGES_PER_SPACE, pageTree } from './page-texts.ts';
import { memberId } from './people.ts';
import { type PlannedSpace, planSpace, type ScaleCounts } from './plan.ts';

const SPACES_PER_REACH = 25;
const REACHES = ['Upper', 'Middle', 'Lower', 'Tidal'] as const;
const EMOJI = ['🌊', '📏', '🌧️', '🛟', '🪵', '🐟', '🧭', '🔋', '📋', '🧊'] as const;
/** Mostly inherited; some with their own level, some closed. */
const LEVELS = [-1, -1, -1, -1, -1, -1, 1, 2, 3, 0] as const;

export const spaceId = (context: ScaleContext, index: number): string => scaleId(context, 'space', index);
export const revisionId = (context: ScaleContext, space: number, index: number): string =>
  scaleId(context, `revision/${space}`, index);
export const requestId = (context: ScaleContext, space: number, number: number): string =>
  scaleId(context, `change-request/${space}`, number);

interface ContentPosition {
  index: number;
  parent: (AccessColumns & { id: string }) | null;
  rank: string;
}

function collectionRow(
  context: ScaleContext,
  id: string,
  title: string,
  { index, parent, rank }: ContentPosition,
): Row<'collections'> {
  const node = { id, default_level: parent ? pick(LEVELS, hashNumber(index, 7)) : INHERIT_LEVEL };
  const createdAt = daysBefore(context, 900);
  return {
    ...node,
    organization_id: context.organizationId,
    parent_id: parent?.id ?? null,
    title,
    description: null,
    ...resolveAccess(node, parent),
    rank,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** A collection for each river, with a nested one for each reach; returns the reaches, which contain the spaces. */
async function writeCollections(context: ScaleContext, spaces: number): Promise<Row<'collections'>[]> {
  const reachCount = Math.ceil(spaces / SPACES_PER_REACH);
  const ranks = generateNKeysBetween(null, null, Math.ceil(reachCount / REACHES.length));
  const rivers = ranks.map((rank, index) =>
    collectionRow(context, scaleId(context, 'river', index), riverName(index), { index, parent: null, rank }),
  );
  const inner = generateNKeysBetween(null, null, REACHES.length);
  const reaches = Array.from({ length: reachCount }, (_, index) => {
    const parent = rivers[Math.floor(index / REACHES.length)] ?? null;
    const title = `${pick(REACHES, index)} ${parent?.title ?? ''}`;
    const rank = inner[index % REACHES.length] ?? '';
    return collectionRow(context, scaleId(context, 'reach', index), title, { index, parent, rank });
  });
  const all = [...rivers, ...reaches];
  await insertBatches(context, 'collections', all.length, (index) => all.slice(index, index + 1));
  return reaches;
}

/** Writes collections, spaces, revisions and change requests; `open` counts open comments. */
export async function writeContent(
  context: ScaleContext,
  counts: ScaleCounts,
  open: ReadonlyMap<string, number>,
): Promise<void> {
  const reaches = await writeCollections(context, counts.spaces);
  const ranks = generateNKeysBetween(null, null, SPACES_PER_REACH);
  await insertBatches(context, 'spaces', counts.spaces, (index) => {
    const parent = reaches[Math.floor(index / SPACES_PER_REACH)] ?? null;
    const position = { index, parent, rank: ranks[index % SPACES_PER_REACH] ?? '' };
    return [spaceRow(context, position, planSpace(counts, index), open.get(String(index)) ?? 0)];
  });
  await insertBatches(context, 'documents', counts.spaces, (index) => {
    const firsts = Array.from({ length: PAGES_PER_SPACE }, (_, page) => pageDocument(context, index, page));
    const changed = planSpace(counts, index).requests.map(({ page, number }) =>
      pageDocument(context, index, page, number),
    );
    return [...firsts, ...changed];
  });
  await insertBatches(context, 'revisions', counts.spaces, (index) => revisionRows(context, counts, index));
  await insertBatches(context, 'change_requests', counts.spaces, (index) =>
    requestRows(context, counts, index, open),
  );
}

function spaceRow(
  context: ScaleContext,
  { index, parent, rank }: ContentPosition,
  plan: PlannedSpace,
  openComments: number,
): Row<'spaces'> {
  const node = { id: spaceId(context, index), default_level: pick(LEVELS, hashNumber(index, 8)) };
  const withStatus = (status: string) => plan.requests.filter((request) => request.status === status).length;
  return {
    ...node,
    organization_id: context.organizationId,
    parent_id: parent?.id ?? null,
    title: spaceTitle(index),
    emoji: pick(EMOJI, hashNumber(index, 9)),
    icon: '',
    visibility: hashNumber(index, 10) % 4 === 0 ? 'public' : 'private',
    edit_mode: hashNumber(index, 19) % 25 === 0 ? 'locked' : 'live',
    writing_view: null,
    ...resolveAccess(node, parent),
    rank,
    share_key: null,
    git_sync: null,
    visitor_auth: null,
    revision_id: revisionId(context, index, plan.head),
    comments_open: openComments,
    change_requests_total: plan.requests.length,
    change_requests_open: withStatus('open'),
    change_requests_draft: withStatus('draft'),
    change_requests_number: plan.requests.length,
    created_at: daysBefore(context, 420 + (hashNumber(index, 20) % 400)),
    updated_at: daysBefore(context, plan.revisions[plan.head]?.daysAgo ?? 400),
    deleted_at: null,
    import_id: null,
  };
}

/** A member of the organization, or null if it has only the administrator. */
export function author(context: ScaleContext, counts: ScaleCounts, index: number): string | null {
  return counts.members === 0 ? null : memberId(context, hashNumber(index, 70) % counts.members);
}

function revisionRows(context: ScaleContext, counts: ScaleCounts, space: number): Row<'revisions'>[] {
  return planSpace(counts, space).revisions.map((revision) => ({
    id: revisionId(context, space, revision.index),
    space_id: spaceId(context, space),
    change_request_id: revision.request === undefined ? null : requestId(context, space, revision.request),
    type: revision.type,
    parents: revision.parents.map((parent) => revisionId(context, space, parent)),
    pages: pageTree(context, space, revision.variants),
    files: [],
    reusable_contents: [],
    git: null,
    book: null,
    first_saved_at: null,
    superseded_at: null,
    message: null,
    created_by: author(context, counts, space + (revision.request ?? 0)),
    created_at: daysBefore(context, revision.daysAgo),
  }));
}

const SUBJECTS = [
  'New rule after the winter',
  'Say it shorter',
  'The duty officer asked for this',
  'Correct what was wrong since the review',
  'After the exercise',
  'As agreed with the town',
];

function requestRows(
  context: ScaleContext,
  counts: ScaleCounts,
  space: number,
  open: ReadonlyMap<string, number>,
): Row<'change_requests'>[] {
  return planSpace(counts, space).requests.map((request) => {
    const by = author(context, counts, space + request.number);
    return {
      id: requestId(context, space, request.number),
      organization_id: context.organizationId,
      space_id: spaceId(context, space),
      number: request.number,
      status: request.status,
      subject: pick(SUBJECTS, hashNumber(space, 110 + request.number)),
      description: null,
      description_markdown: null,
      issue_url: null,
      size: null,
      created_by: by,
      revision_id: revisionId(context, space, request.tip),
      revision_initial: revisionId(context, space, request.base),
      revision_merged_ancestor: null,
      revision_merged: request.merged === undefined ? null : revisionId(context, space, request.merged),
      contributors: by === null ? [] : [by],
      comments_open: open.get(`${space}/${request.number}`) ?? 0,
      created_at: daysBefore(context, request.daysAgo),
      updated_at: daysBefore(context, request.daysAgo * 0.97),
    };
  });
}
