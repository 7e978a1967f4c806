import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SiteStructure, SiteStructureItem } from '#api/generated/types.gen.ts';
import { type GrantHolder, grantHolderOf } from '#server/access/content-access.ts';
import { ADMINISTRATOR_LEVEL } from '#server/access/roles.ts';
import { CallerGoneError, notFound } from '#server/base/errors.ts';
import { groupBy } from '#server/base/group-by.ts';
import { RawJson, serializeToBytes, SharedJson } from '#server/base/raw-json.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { SiteContext } from '#server/sites/load-site.ts';
import { publishedUrl } from '#server/sites/sites.rules.ts';
import { withDefaults } from './queries/site-spaces.queries.ts';
import {
  findGroupsAndSections,
  findStructureVersion,
  findStructureVersions,
  listNextSiteSpaces,
  listVersionedSiteSpaces,
  type StructureVersions,
  type VersionedSiteSpaceRow,
} from './queries/structure-json.queries.ts';
import { toSiteSpaceView, toSiteStructureView } from './structure.rules.ts';

/**
 * Responses with many site spaces, as JSON (decision 144). The site spaces of a section are written once for
 * each version of them and for all readers who see the same of them; some at a time, so that other requests
 * don't wait.
 */

type StructureRequest = Pick<FastifyRequest, 'actor' | 'db' | 'readsFrom' | 'gone' | 'server'>;

/** The site spaces of a section, or of a site without sections. */
interface ListJson {
  version: string;
  json: Buffer;
}

/** The part of a site's structure that some readers see, as far as it has been written. */
interface KnownStructure {
  /** By the id of the section; `''` for none. */
  lists: Map<string, ListJson>;
  /** By what was asked for; the latest last. */
  responses: Map<string, KnownResponse>;
}

interface KnownResponse {
  versions: StructureVersions;
  /** Undefined where it could not be written. */
  response: Promise<SharedJson | undefined>;
  /** In bytes; 0 while it is being written. */
  size: number;
}

const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const cache = new WeightedCache<KnownStructure>(MAX_CACHED_BYTES, 'site structures');

/** Kept for the same readers of a site: the whole structure, and a page of its groups. */
const MAX_RESPONSES = 2;

/** Site spaces that are read and written at a time: a few milliseconds, also on the embedded engine. */
const PAGE = 100;

/** How often a structure that changes during the read is read again before a snapshot is taken. */
const OPTIMISTIC_ATTEMPTS = 3;

/** The JSON of the site spaces of a section (`''`: of the site itself). */
type SiteSpacesOf = (sectionId: string) => RawJson;

/** Reads site spaces; undefined where the structure has changed since the read began. */
type ReadSiteSpaces = (sectionIds: readonly string[]) => Promise<SiteSpacesOf | undefined>;

/** A view of a structure; undefined where {@link ReadSiteSpaces} returns that. */
export type ReadView = (db: Kysely<Database>, readSiteSpaces: ReadSiteSpaces) => Promise<object | undefined>;

/** A response with site spaces. */
interface Question {
  /** Distinguishes it from other responses of the same site. */
  asked: string;
  read: ReadView;
}

/** The whole structure. */
export function getStructure(request: StructureRequest, context: SiteContext): Promise<SharedJson> {
  const read: ReadView = async (db, readSiteSpaces) => {
    const rows = await findGroupsAndSections(db, context.site.id);
    if (!rows) throw notFound('site');
    const siteSpacesOf = await readSiteSpaces(['', ...rows.sections.map(({ id }) => id)]);
    return siteSpacesOf && toSiteStructureView(rows, siteSpacesOf, context);
  };
  return getShared(request, context, { asked: 'structure', read });
}

/** A whole structure as a part of a response. */
class RawStructure extends RawJson implements SiteStructure {
  declare readonly type: SiteStructure['type'];
  declare readonly structure: SiteStructureItem[];
}

export async function getRawStructure(
  request: StructureRequest,
  context: SiteContext,
): Promise<SiteStructure> {
  return new RawStructure((await getStructure(request, context)).bytes);
}

/** Reads that have not begun. */
const waiting = new Map<string, Promise<SharedJson>>();

/** Callers who wait for the same response share one read, which begins after all of them have asked. */
export async function getShared(
  request: StructureRequest,
  context: SiteContext,
  question: Question,
): Promise<SharedJson> {
  const readers = readersKey(context, countedGrants(request, context));
  const key = JSON.stringify([question.asked, request.readsFrom, readers]);
  const shared = waiting.get(key);
  try {
    return await (shared ?? startRead(key, request, context, question));
  } catch (error) {
    // If the caller who would have read it has disconnected, the next one reads it.
    if (shared && error instanceof CallerGoneError) return getShared(request, context, question);
    throw error;
  }
}

function startRead(
  key: string,
  request: StructureRequest,
  context: SiteContext,
  question: Question,
): Promise<SharedJson> {
  let hasBegun = false;
  const read = () => {
    hasBegun = true;
    waiting.delete(key);
    return readConsistently(request, context, question);
  };
  const { heavyReads } = request.server;
  const response = heavyReads.run(context.site.organization_id, read, { signal: request.gone });
  if (hasBegun) return response;
  waiting.set(key, response);
  response.catch(() => {
    // It never began.
    if (waiting.get(key) === response) waiting.delete(key);
  });
  return response;
}

async function readConsistently(
  request: StructureRequest,
  context: SiteContext,
  question: Question,
): Promise<SharedJson> {
  const { db } = request;
  const attempt = (connection: Kysely<Database>) => readOnce(connection, request, context, question);
  for (let count = 0; count < OPTIMISTIC_ATTEMPTS; count += 1) {
    const response = await attempt(db);
    if (response) return response;
  }
  const response = await db.transaction().setIsolationLevel('repeatable read').execute(attempt);
  if (!response) throw new Error('A snapshot of a structure has changed.');
  return response;
}

/** Without grants: administrators see everything, and people from outside have no level. */
const NO_GRANTS: GrantHolder = { userId: '', teamIds: [], guestOrganizationIds: [] };

function countedGrants({ actor }: Pick<StructureRequest, 'actor'>, { viewer }: SiteContext): GrantHolder {
  return viewer && viewer.role !== ADMINISTRATOR_LEVEL ? grantHolderOf(actor) : NO_GRANTS;
}

/** Those who see the same of a site have the same key. */
function readersKey({ site, viewer, service }: SiteContext, { userId }: GrantHolder): string {
  return JSON.stringify([site.id, publishedUrl(site, service), viewer?.role, userId]);
}

/** Undefined if the structure has changed in between. */
async function readOnce(
  db: Kysely<Database>,
  request: Pick<StructureRequest, 'actor'>,
  context: SiteContext,
  { asked, read }: Question,
): Promise<SharedJson | undefined> {
  const siteId = context.site.id;
  const grants = countedGrants(request, context);
  const versions = await findStructureVersions(db, siteId, grants);
  if (!versions) throw notFound('site');
  // Those of one role who hold no grants see the same.
  const holder = versions.grants === null ? NO_GRANTS : { ...grants, guestOrganizationIds: [] };
  const key = `${versions.started} ${versions.grants} ${readersKey(context, holder)}`;
  const cachedJson = cache.get(key) ?? { lists: new Map(), responses: new Map() };
  const former = cachedJson.responses.get(asked);
  if (former?.versions.structure === versions.structure && former.versions.lists === versions.lists) {
    const response = await former.response;
    if (response) return response;
  }

  const expected = new Map(Object.entries<[number, string]>(JSON.parse(versions.lists)));
  const write = async () => {
    const view = await read(db, async (sectionIds) => {
      const lists = await readLists({ db, context, holder, expected, known: cachedJson }, sectionIds);
      return (await findStructureVersion(db, siteId)) === versions.structure ? lists : undefined;
    });
    // Thousands of items take milliseconds each: to be viewed, and to be written.
    await nextTurn();
    return view && new SharedJson(serializeToBytes(view));
  };
  const response = write();
  keep(key, cachedJson, asked, { versions, response: response.catch(() => undefined), size: 0 });
  return response;
}

/** Keeps a response for those who ask for the same, also while it is being written. */
function keep(key: string, known: KnownStructure, asked: string, entry: KnownResponse): void {
  known.responses.delete(asked);
  known.responses.set(asked, entry);
  for (const otherList of [...known.responses.keys()].slice(0, -MAX_RESPONSES))
    known.responses.delete(otherList);
  const weigh = () => {
    let bytes = 0;
    for (const { json } of known.lists.values()) bytes += json.length;
    for (const { size } of known.responses.values()) bytes += size;
    cache.set(key, known, bytes);
  };
  weigh();
  void entry.response.then((response) => {
    const resize = () => {
      entry.size = response?.size ?? 0;
      weigh();
    };
    if (!response && known.responses.get(asked) === entry) known.responses.delete(asked);
    resize();
    response?.onGrowth(resize);
  });
}

interface ListsReader {
  db: Kysely<Database>;
  context: SiteContext;
  holder: GrantHolder;
  /** Number and version of the site spaces of each section that has some. */
  expected: ReadonlyMap<string, [count: number, version: string]>;
  known: KnownStructure;
}

/** Undefined if one of the lists has changed. */
async function readLists(
  reader: ListsReader,
  sectionIds: readonly string[],
): Promise<SiteSpacesOf | undefined> {
  const { expected, known } = reader;
  const lists = new Map<string, ListJson>();
  const outdated: { id: string; count: number }[] = [];
  for (const id of sectionIds) {
    const [count, version] = expected.get(id) ?? [];
    const list = known.lists.get(id);
    if (list?.version === version && list) lists.set(id, list);
    else if (count !== undefined) outdated.push({ id, count });
  }
  for (const id of known.lists.keys()) if (!expected.has(id)) known.lists.delete(id);
  for (const page of toPages(outdated))
    for (const [id, list] of await readPage(reader, page)) {
      lists.set(id, list);
      known.lists.set(id, list);
    }
  const isAsExpected = outdated.every(({ id }) => lists.get(id)?.version === expected.get(id)?.[1]);
  return isAsExpected ? (id) => new RawJson(lists.get(id)?.json ?? '[]') : undefined;
}

/** Lists that are read together: one, or several that have no more than a page of site spaces. */
function toPages<List extends { count: number }>(lists: readonly List[]): List[][] {
  const pages: List[][] = [];
  let room = 0;
  for (const list of lists) {
    const page = list.count <= room ? pages.at(-1) : undefined;
    if (page) page.push(list);
    else pages.push([list]);
    room = (page ? room : PAGE) - list.count;
  }
  return pages;
}

async function readPage(
  { db, context, holder }: ListsReader,
  lists: readonly { id: string; count: number }[],
): Promise<[string, ListJson][]> {
  const siteId = context.site.id;
  const [first] = lists;
  const ids = lists.map(({ id }) => id);
  const rows =
    first && first.count > PAGE
      ? await readLongList(db, holder, siteId, first.id)
      : await listVersionedSiteSpaces(db, holder, siteId, ids);
  const listEntries: [string, ListJson][] = [];
  for (const [id, list] of groupBy(withDefaults(rows), (row) => row.section_id ?? ''))
    listEntries.push([id, await writeList(list, context)]);
  return listEntries;
}

async function readLongList(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  id: string,
): Promise<VersionedSiteSpaceRow[]> {
  const rows: VersionedSiteSpaceRow[] = [];
  for (;;) {
    const next = await listNextSiteSpaces(db, holder, siteId, { id, after: rows.at(-1), limit: PAGE });
    rows.push(...next);
    if (next.length < PAGE) return rows;
  }
}

async function writeList(rows: readonly VersionedSiteSpaceRow[], context: SiteContext): Promise<ListJson> {
  const parts: string[] = [];
  let version = 0n;
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % PAGE === 0) await nextTurn();
    parts.push(JSON.stringify(toSiteSpaceView(row, context)));
    version ^= BigInt(row.row_version);
  }
  return { version: String(version), json: Buffer.from(`[${parts.join()}]`) };
}
