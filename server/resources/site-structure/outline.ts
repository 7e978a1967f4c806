import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CallerGoneError, notFound } from '#server/base/errors.ts';
import { assertModified } from '#server/base/etag.ts';
import { SharedJson } from '#server/base/raw-json.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { SiteContext } from '#server/sites/load-site.ts';
import { outlineTag } from '#server/sites/structure-tags.ts';
import { findOutline } from './queries/outline.queries.ts';

interface Outline {
  tag: string;
  response: SharedJson;
}

type OutlineRequest = Pick<FastifyRequest, 'db' | 'gone' | 'server'>;

interface CacheEntry {
  /** The tag that was asked for. */
  tag: string;
  outline: Promise<Outline>;
  /** Of the response with its compressed forms; 0 while it is being built. */
  bytes: number;
}

const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/**
 * The latest outline of each site, the least recently used first. It is the same for everyone who can see the site, so
 * callers are checked before and are no part of the key.
 */
const cache = new Map<string, CacheEntry>();
let cachedBytes = 0;

/** The outline of a site's structure; 304 where the caller has it already. */
export async function getOutline(
  request: FastifyRequest,
  reply: FastifyReply,
  context: SiteContext,
): Promise<SharedJson> {
  const { site } = context;
  const currentTag = outlineTag(context, site.structure_version);
  assertModified(request, reply, currentTag);
  const { tag, response } = await loadOutline(request, context, currentTag);
  // A change between the two statements is part of the outline already.
  reply.header('etag', tag);
  return response;
}

/** From the cache, or by a statement that concurrent callers share. */
async function loadOutline(request: OutlineRequest, context: SiteContext, wanted: string): Promise<Outline> {
  const siteId = context.site.id;
  const cachedOutline = cache.get(siteId);
  const isShared = cachedOutline?.tag === wanted;
  const entry = isShared ? cachedOutline : startEntry(request, context, wanted);
  remove(siteId);
  add(siteId, entry);
  try {
    return await entry.outline;
  } catch (error) {
    // If the caller who loads it has disconnected, the next one loads it.
    if (isShared && error instanceof CallerGoneError) return loadOutline(request, context, wanted);
    throw error;
  }
}

function startEntry(request: OutlineRequest, context: SiteContext, tag: string): CacheEntry {
  const { id: siteId, organization_id: organizationId } = context.site;
  const build = () => buildOutline(request.db, context);
  const outline = request.server.heavyReads.run(organizationId, build, { signal: request.gone });
  const entry: CacheEntry = { tag, outline, bytes: 0 };
  const resize = (bytes: number) => {
    if (cache.get(siteId) !== entry) return;
    remove(siteId);
    if (bytes === 0) return;
    entry.bytes = bytes;
    add(siteId, entry);
    for (const oldest of cache.keys()) {
      if (cachedBytes <= MAX_CACHED_BYTES) break;
      remove(oldest);
    }
  };
  entry.outline.then(
    ({ response }) => {
      resize(response.size);
      response.onGrowth(() => resize(response.size));
    },
    () => resize(0),
  );
  return entry;
}

function add(siteId: string, entry: CacheEntry): void {
  cache.set(siteId, entry);
  cachedBytes += entry.bytes;
}

function remove(siteId: string): void {
  cachedBytes -= cache.get(siteId)?.bytes ?? 0;
  cache.delete(siteId);
}

async function buildOutline(db: Kysely<Database>, context: SiteContext): Promise<Outline> {
  const outline = await findOutline(db, context.site.id);
  if (!outline) throw notFound('site');
  const type = outline.hasSections ? 'sections' : 'siteSpaces';
  const json = `{"type":"${type}","structure":[],"outline":[${outline.items}]}`;
  return { tag: outlineTag(context, outline.version), response: new SharedJson(json) };
}
