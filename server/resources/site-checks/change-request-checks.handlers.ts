import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ChangeRequestChecks } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { notFound } from '#server/base/errors.ts';
import { hashId } from '#server/content/pages/storage.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { heavyDocuments } from '#server/plugins/limits/heavy-limits.ts';
import { loadReaderContent } from '#server/published/visit/reader-content.ts';
import { findSiteOfSpace } from '#server/published/visit/site-of-space.ts';
import { type ContentBase, loadChangeRequest } from '../change-requests/content-base.ts';
import { noteLinks } from './ask-links.ts';
import { findLinkAnswers, findNewFindings, keyOf, type ReviewedChange } from './change-request-checks.ts';
import { loadCheckedSite } from './check-site.ts';
import { FINDING_KINDS, type NewFinding, toFindingView, toRow } from './site-checks.rules.ts';

const MAX_LISTED = 200;
/** So many new addresses of a change are followed. */
const MAX_NEW_LINKS = 200;

const NOTHING_NEW: ChangeRequestChecks = {
  object: 'change-request-checks',
  counts: [],
  findings: [],
  isPartial: false,
};

/** What a change request adds to what readers stumble over. */
export const changeRequestCheckHandlers = {
  async getChangeRequestChecks(request) {
    const base = await loadChangeRequest(request, request.params);
    return heavyDocuments.run(base.space.organization_id, () => checkChange(request, base), {
      signal: request.gone,
    });
  },
} satisfies Handlers<'getChangeRequestChecks'>;

async function checkChange(
  { db, clock }: Pick<FastifyRequest, 'db' | 'clock'>,
  base: ContentBase,
): Promise<ChangeRequestChecks> {
  const change = await loadChange(db, base);
  if (!change) return NOTHING_NEW;
  const { findings, isPartial } = await findNewFindings(db, change);
  const links = [...new Set(findings.flatMap(({ url }) => url ?? []))];
  const answers = await findLinkAnswers(db, links);
  const unknown = links.filter((url) => !answers.has(url)).slice(0, MAX_NEW_LINKS);
  if (unknown.length > 0 && !isReadOnly(db)) await noteLinks(db, unknown, clock.now());
  const spaces = await findSpaces(db, base.viewer, findings);
  const listed = findings.flatMap((finding) => {
    const { space_id, page_space_id = null, url = null } = finding;
    const space = spaces.get(space_id);
    const answer = url === null ? undefined : answers.get(url);
    if (!space || (page_space_id !== null && !spaces.has(page_space_id))) return [];
    if (url !== null && answer?.isDead !== true) return [];
    const place = { id: hashId(keyOf(finding), 20), site_id: change.checked.site.id, position: 0 };
    const names = { space_title: space.title, space_emoji: space.emoji };
    return [{ ...toRow(finding, place), ...names, problem: answer?.problem ?? null }];
  });
  const counts = FINDING_KINDS.flatMap((kind) => {
    const count = listed.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [{ kind, count, isPartial: false }];
  });
  const views = listed.slice(0, MAX_LISTED).map(toFindingView);
  return { object: 'change-request-checks', counts, findings: views, isPartial };
}

/** Undefined where nothing can be new: nothing is changed, or the space is on no site and has no readers. */
async function loadChange(
  db: Kysely<Database>,
  { space, changeRequest, revisionId }: ContentBase,
): Promise<ReviewedChange | undefined> {
  const baseId = changeRequest?.base_revision_id ?? revisionId;
  const siteId = baseId === revisionId ? undefined : await findSiteOfSpace(db, space.id);
  const checked = siteId === undefined ? undefined : await loadCheckedSite(db, siteId);
  if (!checked) return undefined;
  const [before, after] = [await loadReaderContent(db, baseId), await loadReaderContent(db, revisionId)];
  if (!before || !after) throw notFound('revision');
  return { organizationId: space.organization_id, before, after, checked };
}

/** The spaces of findings that a member may read. */
async function findSpaces(db: Kysely<Database>, viewer: Membership, findings: readonly NewFinding[]) {
  const ids = findings.flatMap(({ space_id, page_space_id }) => [space_id, page_space_id ?? space_id]);
  if (ids.length === 0) return new Map<string, never>();
  const rows = await visibleSpaces(db, viewer, viewer.organizationId)
    .select(['spaces.id', 'spaces.title', 'spaces.emoji'])
    .where('spaces.id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
