import { sql, type Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredBook, StoredBookRedirect, StoredPage } from '#server/content/pages/storage.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import { type RedirectColumns, selectRules, toColumns } from './redirects.queries.ts';
import {
  findSourceProblem,
  findTargetProblem,
  indexKey,
  indexRules,
  isLoop,
  MAX_REDIRECTS,
  redirectKey,
  type RuleIndex,
} from './redirects.rules.ts';
import { canChangeSites, childUrl, encodePath, type UrlPart } from './sites.rules.ts';

/** Rows are inserted by so many. */
const BATCH = 1000;
/** As the contract has it for a target. */
const MAX_TARGET_LENGTH = 2048;

/** A redirect of a book that a site did not take. */
export interface SkippedRedirect extends StoredBookRedirect {
  spaceId: string;
  /** The end of a sentence about the redirect. */
  problem: string;
}

/** A space that was added to a site: to a section, or where there are none, for null; in all sections for undefined. */
interface AddedSpace {
  spaceId: string;
  sectionId?: string | null;
  /** Only the redirects from these paths. */
  sources?: ReadonlySet<string>;
}

/**
 * Makes the redirects of imported books redirects of a site: of all its spaces, or of one that was added. Redirects that
 * the site has already stay as they are. The site must be locked, and the paths of its parts must be set.
 */
export async function addBookRedirects(
  trx: Transaction<Database>,
  siteId: string,
  added?: AddedSpace,
): Promise<{ made: number; skipped: SkippedRedirect[] }> {
  const places = await listPlaces(trx, siteId, added);
  if (places.length === 0) return { made: 0, skipped: [] };
  const rules = indexRules(await selectRules(trx, siteId).execute());
  const rows: RedirectColumns[] = [];
  const skipped: SkippedRedirect[] = [];
  for (const place of places) {
    const { pages, book } = await getRevision(trx, place.space_id, place.revision_id);
    const index = indexPages(flattenPages(pages));
    for (const redirect of book?.redirects ?? []) {
      if (added?.sources?.has(redirect.from) === false) continue;
      const columns = toRedirect(siteId, place, index, redirect);
      const problem = columns ? findProblem(rules, columns) : 'its page is gone';
      const isHidden = index.paths.has(redirectKey(redirect.from));
      if (!columns || problem !== null || isHidden) {
        const spaceId = place.space_id;
        skipped.push({ ...redirect, spaceId, problem: problem ?? 'a page has its path' });
        continue;
      }
      rules.set(indexKey(columns), columns);
      rows.push(columns);
    }
  }
  for (let at = 0; at < rows.length; at += BATCH)
    await trx
      .insertInto('site_redirects')
      .values(rows.slice(at, at + BATCH))
      .execute();
  return { made: rows.length, skipped };
}

/** A new revision of a space, and the redirects that its book had before. */
interface ChangedBook {
  spaceId: string;
  book: StoredBook | undefined;
  previous: StoredBook | undefined;
  /** The operation, for the audit log. */
  action: string;
}

/** New redirects of a book that the sites of its space have not taken. */
export interface WaitingRedirects {
  skipped: SkippedRedirect[];
  /** Those of a member who may not change the sites. */
  forbidden: StoredBookRedirect[];
}

/**
 * Makes new redirects of a book redirects of the sites that show its space, if the member may change sites; otherwise
 * they wait with the space.
 */
export async function addNewRedirects(
  trx: Transaction<Database>,
  { actor, viewer }: { actor: Actor; viewer: Membership },
  { spaceId, book, previous, action }: ChangedBook,
): Promise<WaitingRedirects> {
  const present = new Set((previous?.redirects ?? []).map(({ from }) => from));
  const added = (book?.redirects ?? []).filter(({ from }) => !present.has(from));
  const sources = new Set(added.map(({ from }) => from));
  const waiting: WaitingRedirects = { skipped: [], forbidden: [] };
  if (added.length === 0) return waiting;
  const sites = await trx
    .selectFrom('sites')
    .select(['id', 'title'])
    .where('organization_id', '=', viewer.organizationId)
    .where(
      sql<boolean>`exists (select from site_spaces where site_spaces.site_id = sites.id and space_id = ${spaceId})`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (!canChangeSites(viewer)) return sites.length > 0 ? { ...waiting, forbidden: added } : waiting;
  for (const { id, title } of sites) {
    const { made, skipped } = await addBookRedirects(trx, id, { spaceId, sources });
    waiting.skipped.push(...skipped);
    if (made === 0) continue;
    await recordAudit(trx, {
      organizationId: viewer.organizationId,
      actor,
      action,
      targetKind: 'site',
      targetId: id,
      summary: `Added ${countOf(made, 'redirect', 'redirects')} of an imported book to the site “${title}”.`,
      after: { redirects: made },
    });
  }
  return waiting;
}

/** A space where it stands in a site. */
interface Place extends UrlPart {
  id: string;
  space_id: string;
  revision_id: string;
  section_path: string | null;
  section_is_default: boolean | null;
}

/** The places of spaces with redirects of a book, the default first: its paths are the shortest. */
async function listPlaces(
  trx: Transaction<Database>,
  siteId: string,
  added: AddedSpace | undefined,
): Promise<Place[]> {
  return trx
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .innerJoin('revision_rows', (join) =>
      join
        .onRef('revision_rows.space_id', '=', 'spaces.id')
        .onRef('revision_rows.id', '=', 'spaces.revision_id'),
    )
    .leftJoin('site_sections', 'site_sections.id', 'site_spaces.section_id')
    .select(['site_spaces.id', 'site_spaces.path', 'site_spaces.is_default', 'site_spaces.space_id'])
    .select(['spaces.revision_id', 'site_sections.path as section_path'])
    .select('site_sections.is_default as section_is_default')
    .where('site_spaces.site_id', '=', siteId)
    .where('spaces.deleted_at', 'is', null)
    .where(sql<boolean>`jsonb_typeof(revision_rows.book -> 'redirects') = 'array'`)
    .$if(added !== undefined, (all) => all.where('site_spaces.space_id', '=', added?.spaceId ?? ''))
    .$if(added?.sectionId !== undefined, (all) =>
      all.where(sql<boolean>`site_spaces.section_id is not distinct from ${added?.sectionId ?? null}::text`),
    )
    .orderBy('section_is_default', 'desc')
    .orderBy('site_spaces.is_default', 'desc')
    .orderBy('site_spaces.id')
    .execute();
}

interface PageIndex {
  byFile: ReadonlyMap<string, StoredPage>;
  /** Paths in the form in which redirects compare them. */
  paths: ReadonlySet<string>;
}

function indexPages(pages: readonly StoredPage[]): PageIndex {
  return {
    byFile: new Map(pages.flatMap((page) => (page.git ? [[page.git.path, page] as const] : []))),
    paths: new Set(pages.map(({ path }) => redirectKey(path))),
  };
}

function toRedirect(
  siteId: string,
  place: Place,
  { byFile }: PageIndex,
  { from, to, anchor }: StoredBookRedirect,
): RedirectColumns | undefined {
  const page = byFile.get(to);
  if (!page) return undefined;
  const section =
    place.section_path === null
      ? []
      : [{ path: place.section_path, is_default: place.section_is_default === true }];
  const base = [...section, place].reduce((path, part) => childUrl(path, part) ?? path, '/');
  const target = `${base}${encodePath(page.path)}${anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`}`;
  const destination = { kind: 'site-page' as const, siteSpaceId: place.id, pageId: page.id };
  return toColumns(siteId, { source: `${base}${from}`, target, destination });
}

/** Why a site cannot take a redirect beside those that it has; null where it can. */
function findProblem(rules: RuleIndex, columns: RedirectColumns): string | null {
  if (rules.has(indexKey(columns))) return 'the site redirects its path already';
  if (rules.size >= MAX_REDIRECTS) return `a site can have ${MAX_REDIRECTS} redirects`;
  const source = findSourceProblem(columns.source);
  if (source !== null) return `its path ${source}`;
  const target =
    columns.target.length > MAX_TARGET_LENGTH
      ? `must have at most ${MAX_TARGET_LENGTH} characters`
      : findTargetProblem(columns.target);
  if (target !== null) return `its target ${target}`;
  rules.set(indexKey(columns), columns);
  const isLeadingBack = isLoop(rules, columns);
  rules.delete(indexKey(columns));
  return isLeadingBack ? 'it leads back to itself' : null;
}
