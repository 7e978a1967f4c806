import { type Kysely, sql, type Transaction } from 'kysely';
import type { MergeRuleState } from '#api/generated/types.gen.ts';
import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { forbidden } from '#server/base/errors.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { listChanges } from '#server/content/merge/compare-content.ts';
import { hasConflicts, type MergedContent } from '#server/content/merge/merge-content.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import { countNewlyBroken } from '#server/content/stored/broken-links.ts';
import { getRevision, storeTexts } from '#server/content/stored/revisions.ts';
import type { LockedSpace } from '#server/content/stored/write-revision.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { canReview } from './change-requests.rules.ts';
import { findRulesInForce } from './merge-rules/merge-rules.queries.ts';
import {
  canBypass,
  directChangeError,
  evaluateRules,
  type ReviewedState,
  type RulesRow,
  unmetError,
} from './merge-rules/merge-rules.rules.ts';
import { baseRevisionOf, isPreparedFor, type MergeRevisions, type PreparedMerge } from './merge-versions.ts';
import { findLevels } from './reviewers.queries.ts';

/** A change request as the rules see it. */
type CheckedChangeRequest = MergeRevisions &
  Pick<Row<'change_requests'>, 'id' | 'organization_id' | 'comments_open'>;

/** A merge that is checked before it is written. */
interface CheckedMerge {
  space: Pick<LockedSpace, 'id' | 'organization_id' | 'revision_id'>;
  changeRequest: CheckedChangeRequest;
  /** The result of the merge: only a rule about links needs it. */
  merge: () => Promise<MergedContent>;
  prepared?: PreparedMerge | undefined;
  /** Whether the states are shown only: then broken links may be as old as `LINKS_TTL_MS`. */
  isShown?: boolean;
}

/** How long a number of broken links is shown again: specifications and other spaces, which links lead to, may change. */
const LINKS_TTL_MS = 30_000;
const shownLinks = new WeightedCache<{ count: Promise<number>; until: number }>(500);

/**
 * Throws 409 where a merge does not meet the rules of its space and organization. With a reason to bypass them it throws
 * 403 unless all of them allow that; it returns the ones that are bypassed. Space and change request must be locked.
 */
export async function requireMergeRules(
  trx: Transaction<Database>,
  merge: CheckedMerge,
  actor: Actor,
  bypassReason?: string,
): Promise<MergeRuleState[]> {
  const { organization_id: organizationId, id: spaceId } = merge.space;
  const sets = await findRulesInForce(trx, { organizationId, spaceId });
  if (sets.length === 0) return [];
  if (asksForLinks(sets) && merge.prepared?.brokenLinks === undefined)
    await storeTexts(trx, (await merge.merge()).texts);
  const states = evaluateRules(sets, await loadState(trx, merge, sets));
  const unmet = states.filter(({ met }) => !met);
  if (unmet.length === 0) return [];
  if (bypassReason === undefined) throw unmetError(unmet);
  if (canBypass(sets, states, membershipOr404(actor, organizationId))) return unmet;
  throw forbidden('The merge rules that are not met do not allow you to merge against them.');
}

/** Throws 409 where the content of a space changes through change requests only. In a transaction with the space locked, it stays so. */
export async function requireDirectChanges(
  db: Kysely<Database>,
  { id: spaceId, organization_id: organizationId }: Pick<LockedSpace, 'id' | 'organization_id'>,
): Promise<void> {
  const sets = await findRulesInForce(db, { organizationId, spaceId });
  if (sets.length > 0) throw directChangeError(sets);
}

/** The rules of a change request as they are now, and whether a member may bypass those that are not met. */
export async function readMergeRules(
  db: Kysely<Database>,
  merge: CheckedMerge,
  actor: Actor,
): Promise<{ states: MergeRuleState[]; mayBypass: boolean }> {
  const { organization_id: organizationId, id: spaceId } = merge.space;
  const sets = await findRulesInForce(db, { organizationId, spaceId });
  if (sets.length === 0) return { states: [], mayBypass: false };
  const states = evaluateRules(sets, await loadState(db, { ...merge, isShown: true }, sets));
  const viewer = membershipOr404(actor, organizationId);
  return { states, mayBypass: states.some(({ met }) => !met) && canBypass(sets, states, viewer) };
}

/** Adds the links that a prepared merge would break, where a rule asked when it was loaded: resolving them can take long. */
export async function withBrokenLinks(
  db: Kysely<Database>,
  {
    space,
    changeRequest,
  }: Pick<CheckedMerge, 'space'> & { changeRequest: CheckedChangeRequest & { has_link_rule: boolean } },
  prepared: PreparedMerge,
): Promise<PreparedMerge> {
  if (!changeRequest.has_link_rule) return prepared;
  const brokenLinks = await countBroken(db, { space, changeRequest, merge: async () => prepared.merged });
  return { ...prepared, brokenLinks };
}

type ChangedPaths = Pick<ReviewedState, 'paths' | 'hasOtherChanges'>;

const asksForLinks = (sets: readonly RulesRow[]) => sets.some(({ no_broken_links }) => no_broken_links);

async function loadState(
  db: Kysely<Database>,
  merge: CheckedMerge,
  sets: readonly RulesRow[],
): Promise<ReviewedState> {
  const { space, changeRequest, prepared } = merge;
  const isPrepared = prepared !== undefined && isPreparedFor(prepared, changeRequest, space.revision_id);
  const hasOwners = sets.some(({ owners }) => owners.length > 0);
  const asksForApprovals = hasOwners || sets.some(({ approvals }) => approvals > 0);
  return {
    revisionId: changeRequest.revision_id,
    approvals: asksForApprovals ? await findApprovals(db, changeRequest) : [],
    openComments: changeRequest.comments_open,
    isOutdated: baseRevisionOf(changeRequest) !== space.revision_id,
    brokenLinks: asksForLinks(sets)
      ? ((isPrepared ? prepared.brokenLinks : undefined) ??
        (await (merge.isShown === true ? countShownBroken(db, merge) : countBroken(db, merge))))
      : undefined,
    ...(hasOwners ? await findChangedPaths(db, changeRequest) : { paths: [], hasOtherChanges: false }),
  };
}

/** The same for a screen: each visit of a review would read the whole space. Visits at the same time wait for one count. */
function countShownBroken(db: Kysely<Database>, merge: CheckedMerge): Promise<number> {
  const { space, changeRequest } = merge;
  const key = [baseRevisionOf(changeRequest), space.revision_id, changeRequest.revision_id].join(' ');
  const shown = shownLinks.get(key);
  if (shown && shown.until > performance.now()) return shown.count;
  const count = countBroken(db, merge);
  shownLinks.set(key, { count, until: performance.now() + LINKS_TTL_MS }, 1);
  count.catch(() => shownLinks.delete(key));
  return count;
}

/** With conflicts nothing is merged yet, and the change request is checked as it is. */
async function countBroken(
  db: Kysely<Database>,
  { space, changeRequest, merge }: Omit<CheckedMerge, 'prepared'>,
): Promise<number> {
  const merged = await merge();
  const [beforeId, afterId] = hasConflicts(merged)
    ? [baseRevisionOf(changeRequest), changeRequest.revision_id]
    : [space.revision_id, undefined];
  const before = await getRevision(db, space.id, beforeId);
  const after: StoredContent =
    afterId === undefined ? merged.content : await getRevision(db, space.id, afterId);
  return countNewlyBroken(db, space, before, after);
}

/** The latest reviews of members who may review, where they approve. */
async function findApprovals(
  db: Kysely<Database>,
  { id, space_id: spaceId, organization_id: organizationId }: CheckedChangeRequest,
): Promise<ReviewedState['approvals']> {
  const { rows: latest } = await sql<{ reviewer_id: string; status: string; revision_id: string }>`
    select distinct on (reviewer_id) reviewer_id, status, revision_id from reviews
    where change_request_id = ${id} order by reviewer_id, created_at desc, id desc`.execute(db);
  const approving = latest.filter(({ status }) => status === 'approved');
  if (approving.length === 0) return [];
  const ids = approving.map(({ reviewer_id }) => reviewer_id);
  const levels = await findLevels(db, spaceId, ids);
  const teams = await db
    .selectFrom('team_members')
    .select(['user_id', 'team_id'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return approving
    .filter(({ reviewer_id }) => canReview(levels.get(reviewer_id) ?? 0))
    .map(({ reviewer_id: userId, revision_id: revisionId }) => ({
      userId,
      revisionId,
      teamIds: new Set(teams.filter((one) => one.user_id === userId).map(({ team_id }) => team_id)),
    }));
}

/** What change requests change, by their two revisions, which never change: each visit of a review asks for it. */
const changedPaths = new WeightedCache<ChangedPaths>(2_000_000);

async function findChangedPaths(
  db: Kysely<Database>,
  changeRequest: CheckedChangeRequest,
): Promise<ChangedPaths> {
  const key = `${baseRevisionOf(changeRequest)} ${changeRequest.revision_id}`;
  const known = changedPaths.get(key);
  if (known) return known;
  const compared = await compareChangedPaths(db, changeRequest);
  changedPaths.set(
    key,
    compared,
    compared.paths.reduce((sum, path) => sum + path.length, key.length),
  );
  return compared;
}

/** The pages that a change request changes, also those whose path changes with a page above, and whether it changes anything else. */
async function compareChangedPaths(
  db: Kysely<Database>,
  changeRequest: CheckedChangeRequest,
): Promise<ChangedPaths> {
  const { space_id: spaceId, revision_id: revisionId } = changeRequest;
  const base = await getRevision(db, spaceId, baseRevisionOf(changeRequest));
  const now = await getRevision(db, spaceId, revisionId);
  const { changes } = listChanges({ base, now, limit: Number.MAX_SAFE_INTEGER });
  const paths = new Set(
    changes.flatMap(({ page }) => (page ? [page.path, page.previousPath ?? page.path] : [])),
  );
  const pathsBefore = new Map(flattenPages(base.pages).map(({ id, path }) => [id, path]));
  for (const { id, path } of flattenPages(now.pages)) {
    const previous = pathsBefore.get(id);
    if (previous !== undefined && previous !== path) paths.add(previous).add(path);
  }
  return { paths: [...paths], hasOtherChanges: changes.some(({ page }) => page === undefined) };
}
