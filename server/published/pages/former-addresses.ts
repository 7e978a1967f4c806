import { type Kysely, sql } from 'kysely';
import { groupBy } from '#server/base/group-by.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { longestMatch } from '../visit/site-tree.ts';

/** The whole structure of a site, independent of the visitor. */
export interface AddressTree {
  sections: readonly AddressSection[];
}

/** A section; the one of a site without sections is not named. */
interface AddressSection extends AddressItem {
  isNamed: boolean;
  siteSpaces: readonly (AddressItem & { spaceId: string })[];
}

/** An item of the structure; a default adds no path to addresses. */
interface AddressItem {
  id: string;
  path: string;
  isDefault: boolean;
}

/** The present address of the former content of an address. */
export interface FormerAddress {
  /** The current section; that of a site without sections has the id that the tree gives it. */
  sectionId: string;
  siteSpaceId: string;
  spaceId: string;
  /** Null for the site space itself. */
  pageId: string | null;
  /** The segments of the current address below the site. Of a space's first page too, which has a shorter one. */
  segments: readonly string[];
}

/** Addresses with more segments never led anywhere. */
const MAX_SEGMENTS = 64;
/** Longer texts are no paths of sections and site spaces, which have 100 characters. */
const MAX_NAME_UNITS = 200;
/** The site spaces that are considered, the latest first. */
const MAX_CANDIDATES = 200;
/** The end of names that are in use. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Finds the item that had an address last and still lives, in two indexed statements. Only for addresses where nothing
 * lives, because living items come first. The result leads to itself, so that redirects never form a chain or a loop.
 * Conditions are not applied: whether the visitor may see the result is for the caller to decide.
 *
 * @param segments the decoded segments below the site, without the key of a shared one
 */
export async function findFormerAddress(
  db: Kysely<Database>,
  siteId: string,
  tree: AddressTree,
  segments: readonly string[],
): Promise<FormerAddress | undefined> {
  const [former] = await findFormerAddresses(db, siteId, tree, [segments]);
  return former;
}

/** Finds the former items of several addresses, as {@link findFormerAddress} does of one, in as many statements. */
export async function findFormerAddresses(
  db: Kysely<Database>,
  siteId: string,
  tree: AddressTree,
  addresses: readonly (readonly string[])[],
): Promise<(FormerAddress | undefined)[]> {
  const textsOf = addresses.map((segments) => (canBeAddress(segments) ? namesIn(segments) : []));
  const texts = [...new Set(textsOf.flat())];
  if (texts.length === 0) return addresses.map(() => undefined);
  const names = groupBy([...(await findNames(db, siteId, texts)), ...defaultNames(tree)], ({ name }) => name);
  const living = livingSiteSpaces(tree);
  const candidates = addresses.flatMap((segments, address) => {
    const itemNames = (textsOf[address] ?? []).flatMap((text) => names.get(text) ?? []);
    return listCandidates(living, itemNames, segments).map((candidate) => ({ ...candidate, address }));
  });
  const owners = groupBy(
    [...candidates.filter(({ rest }) => rest === ''), ...(await findPages(db, candidates))],
    ({ address }) => address,
  );
  return addresses.map((segments, address) =>
    (owners.get(address) ?? [])
      .toSorted(byRecency)
      .map(toAddress)
      .find((former) => former.segments.join('/') !== segments.join('/') && leadsToItself(tree, former)),
  );
}

function canBeAddress(segments: readonly string[]): boolean {
  // No name has the character zero, which the database doesn't accept.
  return (
    segments.length <= MAX_SEGMENTS && segments.length > 0 && !segments.some((each) => each.includes('\0'))
  );
}

/** The name of an item between two changes. */
interface ItemName {
  isSection: boolean;
  /** The section of a site space; null on a flat site. */
  sectionId: string | null;
  id: string;
  /** Empty while it is the default. */
  name: string;
  since: number;
  until: number;
  /** Whether it is the path of a default, which is in no address. */
  isUnused: boolean;
}

/** All texts in an address that can name an item, and the empty name of defaults. */
function namesIn(segments: readonly string[]): string[] {
  const names = new Set(['']);
  for (let start = 0; start < segments.length; start += 1) {
    for (let end = start + 1; end <= segments.length; end += 1) {
      const name = segments.slice(start, end).join('/');
      if (name.length > MAX_NAME_UNITS) break;
      names.add(name);
    }
  }
  return [...names];
}

async function findNames(
  db: Kysely<Database>,
  siteId: string,
  names: readonly string[],
): Promise<ItemName[]> {
  const { rows } = await sql<Omit<ItemName, 'isUnused'>>`
    select is_section as "isSection", section_id as "sectionId", item_id as id, name,
      since::float8 as since, coalesce(until, ${String(NEVER)}::bigint)::float8 as until
    from site_item_names where site_id = ${siteId} and name = any(${names}::text[])`.execute(db);
  return rows.map((row) => ({ ...row, isUnused: false }));
}

/** The paths of defaults: people guess them, so they lead to the address without them. */
function defaultNames({ sections }: AddressTree): ItemName[] {
  const nameOf = (item: AddressItem, isSection: boolean, sectionId: string | null): ItemName[] =>
    item.isDefault
      ? [{ isSection, sectionId, id: item.id, name: item.path, since: 0, until: NEVER, isUnused: true }]
      : [];
  return sections.flatMap((section) => [
    ...(section.isNamed ? nameOf(section, true, null) : []),
    ...section.siteSpaces.flatMap((item) => nameOf(item, false, section.isNamed ? section.id : null)),
  ]);
}

/** A site space that may have been at the beginning of the address, and what is left for a page. */
interface Candidate extends Pick<ItemName, 'since' | 'until' | 'isUnused'> {
  section: AddressSection;
  siteSpace: AddressSection['siteSpaces'][number];
  rest: string;
}

type LivingSiteSpaces = ReadonlyMap<string, Pick<Candidate, 'section' | 'siteSpace'>>;

function livingSiteSpaces({ sections }: AddressTree): LivingSiteSpaces {
  return new Map(
    sections.flatMap((section) =>
      section.siteSpaces.map((siteSpace) => [siteSpace.id, { section, siteSpace }] as const),
    ),
  );
}

/** Living site spaces whose names, and those of their sections, were in use at the same time; the latest first. */
function listCandidates(
  living: LivingSiteSpaces,
  names: readonly ItemName[],
  segments: readonly string[],
): Candidate[] {
  const siteSpaceNames = new Map<string | null, ItemName[]>();
  for (const name of names) {
    if (name.isSection || !living.has(name.id)) continue;
    siteSpaceNames.set(name.sectionId, [...(siteSpaceNames.get(name.sectionId) ?? []), name]);
  }
  const flat = { id: null, name: '', since: 0, until: NEVER, isUnused: false };
  const sectionNames = [...names.filter(({ isSection }) => isSection), flat];
  const candidates = sectionNames.flatMap((section) => {
    const below = withoutName(segments, section.name);
    return (siteSpaceNames.get(section.id) ?? []).flatMap((siteSpace): Candidate[] => {
      const item = living.get(siteSpace.id);
      const rest = below && withoutName(below, siteSpace.name);
      const since = Math.max(section.since, siteSpace.since);
      const until = Math.min(section.until, siteSpace.until);
      if (!item || !rest || since >= until) return [];
      const isUnused = section.isUnused || siteSpace.isUnused;
      return [{ ...item, rest: rest.join('/'), since, until, isUnused }];
    });
  });
  return candidates.toSorted(byRecency).slice(0, MAX_CANDIDATES);
}

/** The segments after a name; undefined where they do not begin with it. */
function withoutName(segments: readonly string[], name: string): readonly string[] | undefined {
  if (name === '') return segments;
  const length = name.split('/').length;
  return segments.slice(0, length).join('/') === name ? segments.slice(length) : undefined;
}

/** Addresses that were in use until later come first, those that never were come last. */
function byRecency(a: Pick<ItemName, 'until' | 'isUnused'>, b: Pick<ItemName, 'until' | 'isUnused'>): number {
  return Number(a.isUnused) - Number(b.isUnused) || b.until - a.until;
}

/** A candidate for one of the addresses, by its position among them. */
type AddressCandidate = Candidate & { address: number };

type Owner = AddressCandidate & { page?: { id: string; path: string } };

/** The living pages that had the rest of a candidate's address as their path while the candidate had the beginning. */
async function findPages(db: Kysely<Database>, all: readonly AddressCandidate[]): Promise<Owner[]> {
  const candidates = all.filter(({ rest }) => rest !== '');
  if (candidates.length === 0) return [];
  const { rows } = await sql<{ position: number; id: string; path: string; until: number }>`
    select candidate.position::int as position, page.page_id as id, page.path,
      least(candidate.until, owner.until)::float8 as until
    from unnest(
      ${candidates.map(({ siteSpace }) => siteSpace.spaceId)}::text[],
      ${candidates.map(({ rest }) => rest)}::text[],
      ${candidates.map(({ since }) => String(since))}::text[]::bigint[],
      ${candidates.map(({ until }) => String(until))}::text[]::bigint[]
    ) with ordinality as candidate (space_id, path, since, until, position)
    cross join lateral (
      select page_id, path_since as since, ${String(NEVER)}::bigint as until from search_pages
      where space_id = candidate.space_id and md5(path) = md5(candidate.path) and path = candidate.path
      union all
      select page_id, since, until from former_page_paths
      where space_id = candidate.space_id and md5(path) = md5(candidate.path) and path = candidate.path
    ) owner
    join search_pages page on page.space_id = candidate.space_id and page.page_id = owner.page_id
    where greatest(candidate.since, owner.since) < least(candidate.until, owner.until)
    order by candidate.position, owner.until desc`.execute(db);
  return rows.flatMap(({ position, until, id, path }) => {
    const candidate = candidates[position - 1];
    return candidate ? [{ ...candidate, until, page: { id, path } }] : [];
  });
}

function toAddress({ section, siteSpace, page }: Owner): FormerAddress {
  const paths = [
    ...(section.isDefault ? [] : [section.path]),
    ...(siteSpace.isDefault ? [] : [siteSpace.path]),
  ];
  return {
    sectionId: section.id,
    siteSpaceId: siteSpace.id,
    spaceId: siteSpace.spaceId,
    pageId: page?.id ?? null,
    segments: [...paths, ...(page ? [page.path] : [])].flatMap((path) => path.split('/')),
  };
}

/** Whether visitors get to an item by its address: the path of a section can hide a page of the default section. */
function leadsToItself({ sections }: AddressTree, { siteSpaceId, segments }: FormerAddress): boolean {
  const inSection = longestMatch(sections, segments);
  const inSiteSpace = inSection && longestMatch(inSection.item.siteSpaces, inSection.rest);
  return inSiteSpace?.item.id === siteSpaceId;
}
