import type { Transaction } from 'kysely';
import type {
  RedirectDestination,
  RedirectDestinationInput,
  RedirectStatus,
  SiteRedirectCreate,
  SiteRedirectUpdate,
} from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import { trimSlashes } from '#server/base/trim-slashes.ts';
import { findPage, flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type UrlPart, childUrl, encodePath } from '#server/sites/sites.rules.ts';
import { requireSection } from '../site-structure/queries/sections.queries.ts';

/** Fields of a redirect as they are stored; those that a client leaves out are undefined. */
export interface RedirectFields {
  source?: string | undefined;
  target?: string | undefined;
  destination?: RedirectDestination | null;
  appendRest?: boolean | undefined;
  status?: RedirectStatus | undefined;
}

/** One name for each field, where there are two. Throws 400 if they contradict each other, or if there are two targets. */
export async function readFields(
  trx: Transaction<Database>,
  siteId: string,
  body: SiteRedirectCreate | SiteRedirectUpdate,
): Promise<RedirectFields> {
  const { source, target, destination, captureWildcard, permanent, appendRest = captureWildcard } = body;
  if (target !== undefined && destination)
    throw badValue('body.destination', 'must be omitted beside a target');
  const requestedStatus = permanent === undefined ? undefined : permanent ? 301 : 302;
  const { status = requestedStatus } = body;
  if (requestedStatus !== undefined && requestedStatus !== status)
    throw badValue('body.permanent', `contradicts the status ${status}`);
  if (captureWildcard !== undefined && captureWildcard !== appendRest)
    throw badValue('body.captureWildcard', 'contradicts appendRest');
  const place =
    destination === undefined
      ? { target, ...(target !== undefined && { destination: null }) }
      : await findPlace(trx, siteId, destination);
  return { source, appendRest, status, ...place };
}

/** As the contract has it for a target. */
const MAX_TARGET_LENGTH = 2048;

/** The target that a destination is, and what is kept of it. */
async function findPlace(
  trx: Transaction<Database>,
  siteId: string,
  destination: RedirectDestinationInput,
): Promise<{ target: string; destination: RedirectDestination | null }> {
  switch (destination.kind) {
    case 'external': {
      const { url } = destination;
      if (url.length > MAX_TARGET_LENGTH)
        throw badValue('body.destination.url', `must have at most ${MAX_TARGET_LENGTH} characters`);
      return { target: url, destination: null };
    }
    case 'site-section': {
      const section = await requireSection(trx, siteId, destination.siteSectionId);
      return { target: pathOf([section]), destination };
    }
    case 'site-space': {
      const { parts } = await findSiteSpace(trx, siteId, { id: destination.siteSpaceId });
      return { target: pathOf(parts), destination };
    }
    case 'site-page': {
      const { parts, pages } = await findSiteSpace(trx, siteId, { id: destination.siteSpaceId });
      const page = findPage(pages, destination.pageId);
      if (!page) throw badValue('body.destination.pageId', 'is not a page of this site space');
      return { target: pathOf(parts) + encodePath(page.path), destination };
    }
    case 'path': {
      const place = await findSiteSpace(trx, siteId, { space_id: destination.spaceId });
      const path = trimSlashes(destination.path);
      const page = flattenPages(place.pages).find((each) => each.path === path);
      const keptDestination: RedirectDestination = page
        ? { kind: 'site-page', siteSpaceId: place.id, pageId: page.id }
        : { kind: 'site-space', siteSpaceId: place.id };
      if (!page && path !== '')
        throw badValue('body.destination.path', 'is not the path of a page of this space');
      return { target: pathOf(place.parts) + encodePath(path), destination: keptDestination };
    }
  }
}

interface SitePlace {
  id: string;
  parts: UrlPart[];
  pages: StoredPage[];
}

/** A site space by its own id or that of its space; 400 where the site has none. */
async function findSiteSpace(
  trx: Transaction<Database>,
  siteId: string,
  key: { id: string } | { space_id: string },
): Promise<SitePlace> {
  const [column, value] = 'id' in key ? (['id', key.id] as const) : (['space_id', key.space_id] as const);
  const row = await trx
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .leftJoin('site_sections', 'site_sections.id', 'site_spaces.section_id')
    .select(['site_spaces.id', 'site_spaces.path', 'site_spaces.is_default', 'site_spaces.space_id'])
    .select(['spaces.revision_id', 'site_sections.path as section_path'])
    .select('site_sections.is_default as section_is_default')
    .where('site_spaces.site_id', '=', siteId)
    .where(`site_spaces.${column}`, '=', value)
    .where('spaces.deleted_at', 'is', null)
    .orderBy('site_spaces.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) {
    const name = column === 'id' ? 'siteSpaceId' : 'spaceId';
    throw badValue(`body.destination.${name}`, 'is not on this site');
  }
  const { pages } = await getRevision(trx, row.space_id, row.revision_id);
  const section =
    row.section_path === null
      ? []
      : [{ path: row.section_path, is_default: row.section_is_default === true }];
  return { id: row.id, parts: [...section, row], pages };
}

/** The path of a part of a site, below its own. */
const pathOf = (parts: readonly UrlPart[]): string =>
  parts.reduce<string>((path, part) => childUrl(path, part) ?? path, '/');
