import type { FastifyRequest } from 'fastify';
import { changedFields } from '#server/content/pages/page-fields.ts';
import type { ReaderLink } from '../layout/reader-view.ts';
import { findRevisionIds } from '../visit/published-site.ts';
import {
  isReadable,
  loadReaderContent,
  type ReaderContent,
  type ReaderEntry,
} from '../visit/reader-content.ts';
import { type Place, siteSpaceUrl } from '../visit/site-tree.ts';
import type { Visit } from '../visit/visit.ts';
import { linkToPage, placesOf } from './reader-links.ts';

/** The pages that differ between a preview and its base. */
export interface PreviewChanges {
  spaceId: string;
  /** Ids of pages of that space. */
  pageIds: ReadonlySet<string>;
  /** The first of them, in order. */
  links: readonly ReaderLink[];
  /** Both revisions: the changes follow from them. */
  revisionIds: readonly [string, string];
}

/** More are not listed. */
const MAX_LINKS = 50;

/**
 * The pages that a previewed change request adds or changes, against what it started from or was last updated to; of a
 * past revision, those that are different in the space now. Undefined where there is nothing to compare. Removed pages
 * have no address.
 */
export async function findPreviewChanges(
  { db }: Pick<FastifyRequest, 'db'>,
  visit: Pick<Visit, 'base' | 'tree' | 'preview'>,
  place: Place | undefined,
): Promise<PreviewChanges | undefined> {
  const { notice, revisions } = visit.preview ?? {};
  if (!notice) return undefined;
  const { spaceId } = notice;
  const revision = revisions?.get(spaceId);
  const base = notice.baseRevisionId ?? (await findRevisionIds(db, [spaceId])).get(spaceId);
  // A space that is on the site twice is read where the visitor is.
  const there = place?.siteSpace.spaceId === spaceId ? place : placesOf(visit.tree).get(spaceId);
  if (revision === undefined || base === undefined || !there) return undefined;
  const [after, before] = await Promise.all([loadReaderContent(db, revision), loadReaderContent(db, base)]);
  if (!after || !before) return undefined;
  const changed = after.entries.filter((entry) => isChanged(entry, before));
  const spaceUrl = siteSpaceUrl(visit.base, there);
  return {
    spaceId,
    pageIds: new Set(changed.map(({ page }) => page.id)),
    links: changed.slice(0, MAX_LINKS).map(({ page }) => linkToPage(spaceUrl, after, page)),
    revisionIds: [revision, base],
  };
}

function isChanged({ page }: ReaderEntry, before: ReaderContent): boolean {
  if (!isReadable(page)) return false;
  const formerPage = before.byId.get(page.id)?.page;
  return !formerPage || formerPage.path !== page.path || changedFields(formerPage, page).length > 0;
}
