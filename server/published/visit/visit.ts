import type { FastifyRequest } from 'fastify';
import type { ClaimValues } from '#api/evaluate-condition.ts';
import { isSameSecret } from '#server/access/tokens.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { hashId } from '#server/content/pages/storage.ts';
import { languagesOf } from '#server/content/search/site-languages.ts';
import type { SharedReads } from '#server/database/engine/shared-reads.ts';
import type { ReaderAssetNames } from '../layout/reader-view.ts';
import type { PreviewedPage } from './preview-address.ts';
import { findPublishedSite, findRevisionIds, type PublishedSite, type SiteName } from './published-site.ts';
import { lastTree, loadSiteTree } from './site-tree.queries.ts';
import { resolvePlace, type SiteTree, type TreeSection, type VisibleTree, visibleTree } from './site-tree.ts';
import { canonicalText } from './visitor-claims.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests for the same at the same time share a statement; each begins after all of them have come. */
    siteReads: SharedReads<PublishedSite | undefined>;
  }
}

/** A visitor at an address of a published site that they may read. */
export interface Visit {
  site: PublishedSite;
  /** The path of the site, with a trailing slash and the key of a shared one. */
  base: string;
  /** Scheme and host of whole URLs. */
  origin: string;
  /** The tree that the visitor sees. */
  tree: VisibleTree;
  /** The decoded segments of the address below the site. */
  segments: readonly string[];
  query: URLSearchParams;
  /** The visitor's choice; without one, their system decides. */
  theme: 'light' | 'dark' | undefined;
  /** Names of the style sheets and the script; none where they are not built. */
  assets: ReaderAssetNames;
  /** The structure with what is hidden from the visitor. */
  wholeTree: SiteTree;
  /** What conditions can read of the visitor; `isKnown` where it is more than every visitor has. */
  visitor: { claims: ClaimValues; isKnown: boolean };
  /** Whether what they see depends on claims of theirs. */
  isPersonal?: boolean;
  /** Whether the page has no origin, and so asks for nothing that needs one. */
  isWithoutOrigin?: boolean;
  /** Set for previews. */
  preview?: Preview;
}

/** A visit with what links need to know beside it. */
export type VisitContext = Visit & { publicUrl: string };

/** The content of a preview in place of the published one. */
export interface Preview {
  /** Revisions by space id, in place of current ones. */
  revisions: ReadonlyMap<string, string>;
  /** The previewed content; without it, the site is unchanged. */
  notice?: PreviewNotice;
  /** A page with a text of this member that is not saved. */
  page?: PreviewedPage & { userId: string };
}

/** The change request, past revision or branch that is previewed, to come back to. */
export type PreviewNotice = {
  spaceId: string;
  /** The screen of the console that it was opened from. */
  backUrl: string;
  /** The base of the comparison; without it, the current space. */
  baseRevisionId?: string;
} & ({ kind: 'change-request' | 'branch'; title: string } | { kind: 'revision'; createdAt: Date });

/**
 * Of so many variants of a section the copies of a page are looked up, those in languages first; those in the others when
 * their link is followed. Each costs every page of the section a revision and a place in its tag.
 */
export const MAX_COMPARED_VARIANTS = 20;

/** A published site at an address. */
export interface AddressedSite {
  site: PublishedSite;
  /** The whole structure, independent of the visitor. */
  tree: SiteTree;
  /** The key of a shared site, which is the first segment of its addresses. */
  key: string | undefined;
}

/** The id of each site by its names, so that one statement can ask for everything about it. */
const siteIds = new WeightedCache<string>(10_000);

/**
 * Finds a site with the revisions of the spaces of an address, in one statement if the structure is cached.
 * Undefined if there is no such site, it is not published, or the key of a shared one is wrong: callers can't
 * distinguish these. Previews need neither.
 */
export async function findSiteAt(
  { db, readsFrom, server, service }: Pick<FastifyRequest, 'db' | 'readsFrom' | 'server' | 'service'>,
  siteName: SiteName,
  segments: readonly string[],
  { isPreview = false } = {},
): Promise<AddressedSite | undefined> {
  const name = JSON.stringify(
    'hostname' in siteName ? [siteName.hostname] : [siteName.organization, siteName.site],
  );
  const siteTree = lastTree(siteIds.get(name) ?? '');
  // A shared site has its key before everything else; which of the two it is, is not known yet.
  const guesses = siteTree ? [...spacesAt(siteTree, segments), ...spacesAt(siteTree, segments.slice(1))] : [];
  const site = await server.siteReads.get(JSON.stringify([readsFrom, name, guesses]), () =>
    findPublishedSite(db, siteName, guesses, service.secretKeys),
  );
  if (!site || (!site.published && !isPreview)) return undefined;
  const isShared = site.visibility === 'share-link' && !isPreview;
  const key = isShared ? segments[0] : undefined;
  if (isShared && (key === undefined || !isSameSecret(key, site.shareKey))) return undefined;
  siteIds.set(name, site.id, 1);
  return { site, tree: await loadSiteTree(db, site.id, site.structureVersion), key };
}

function spacesAt(tree: SiteTree, segments: readonly string[]): readonly string[] {
  const place = resolvePlace(tree, segments);
  return place ? comparedSpaces(place.section) : [];
}

const compared = new WeakMap<TreeSection, readonly string[]>();

/** The spaces of a section whose pages are compared: pages name their copies in other languages to search engines. */
export function comparedSpaces(section: TreeSection): readonly string[] {
  const cachedComparison = compared.get(section);
  if (cachedComparison) return cachedComparison;
  // Which language the default has makes no difference here.
  const languages = languagesOf(section, 'en');
  const spaces = section.siteSpaces
    .toSorted((one, other) => Number(languages.has(other.id)) - Number(languages.has(one.id)))
    .slice(0, MAX_COMPARED_VARIANTS)
    .map(({ spaceId }) => spaceId);
  compared.set(section, spaces);
  return spaces;
}

/** The revisions of spaces: those that came with the site, the others by one statement more. */
export async function revisionsOf(
  { db }: Pick<FastifyRequest, 'db'>,
  { site, preview }: Pick<Visit, 'site' | 'preview'>,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const revisionIds = new Map([...site.revisions, ...(preview?.revisions ?? [])]);
  const missing = spaceIds.filter((id) => !revisionIds.has(id));
  if (missing.length === 0) return revisionIds;
  return new Map([...(await findRevisionIds(db, missing)), ...revisionIds]);
}

/** Weights are numbers of items. */
const visibleTrees = new WeightedCache<VisibleTree>(200_000);

/**
 * The tree that a visitor sees; shared by all visitors with the same claims.
 * @param claims all that conditions can read
 * @param isShown whether a condition holds for these claims
 */
export function treeFor(
  site: Pick<PublishedSite, 'id' | 'adaptiveContent'>,
  tree: SiteTree,
  claims: unknown,
  isShown: (condition: string) => boolean,
): VisibleTree {
  const applies = site.adaptiveContent && tree.hasConditions;
  // A digest, because claims can be long.
  const key = hashId(canonicalText([site.id, tree.version, applies ? claims : null]), 32);
  const cachedTree = visibleTrees.get(key);
  if (cachedTree) return cachedTree;
  const visible = visibleTree(tree, applies ? isShown : () => true);
  const items = tree.sections.reduce((sum, { siteSpaces }) => sum + siteSpaces.length + 1, 1);
  visibleTrees.set(key, visible, items);
  return visible;
}
