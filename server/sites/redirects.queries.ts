import { type Kysely, sql } from 'kysely';
import type { RedirectDestination, SiteRedirectInput } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  indexKey,
  indexRules,
  matchingSources,
  MAX_HOPS,
  MAX_SEGMENTS,
  parseSource,
  pathOfTarget,
  type RedirectRule,
  type RedirectTarget,
  targetOf,
} from './redirects.rules.ts';

/**
 * Where a redirect of a site leads from a path at which nothing lives, in one indexed statement. Only where the target is
 * a path of the site that redirects again, the next one is looked up too; undefined after too many of them.
 *
 * @param path below the site, encoded or not
 * @param isLiving whether a page lives at a path below the site, which then ends the search
 * @returns a full URL, or an encoded path below the site that begins with a slash
 */
export async function findManualRedirect(
  db: Kysely<Database>,
  siteId: string,
  path: string,
  isLiving: (path: string) => Promise<boolean> | boolean = () => false,
): Promise<RedirectTarget | undefined> {
  let result: RedirectTarget | undefined;
  let next: string | undefined = path;
  for (let hop = 0; hop <= MAX_HOPS && next !== undefined; hop += 1) {
    const rule = await findRule(db, siteId, next);
    if (!rule) return result;
    const target = targetOf(rule, next);
    // A permanent redirect to a temporary one is temporary.
    result = { ...target, status: Math.max(target.status, result?.status ?? 0) };
    next = pathOfTarget(target);
    if (next !== undefined && (await isLiving(next))) return result;
  }
  return next === undefined ? result : undefined;
}

async function findRule(
  db: Kysely<Database>,
  siteId: string,
  path: string,
): Promise<RedirectRule | undefined> {
  const sources = matchingSources(path);
  const isPossible =
    sources.length <= MAX_SEGMENTS && !sources.some(({ source_key: key }) => key.includes('\0'));
  if (!isPossible) return undefined;
  const rows = await selectRules(db, siteId)
    .where('source_key', '=', sql<string>`any(${sources.map(({ source_key: key }) => key)}::text[])`)
    .execute();
  const rules = indexRules(rows);
  return sources.map((source) => rules.get(indexKey(source))).find((rule) => rule !== undefined);
}

/** The rules of a site. */
export function selectRules(db: Kysely<Database>, siteId: string) {
  return db
    .selectFrom('site_redirects')
    .select(['id', 'source_key', 'is_wildcard', 'target', 'appends_rest', 'status'])
    .where('site_id', '=', siteId);
}

/** The columns of a new redirect of a site. */
export function toColumns(
  siteId: string,
  input: SiteRedirectInput & { destination?: RedirectDestination | null | undefined },
) {
  return {
    id: newId(),
    site_id: siteId,
    source: input.source,
    ...parseSource(input.source),
    target: input.target,
    destination: input.destination ? JSON.stringify(input.destination) : null,
    appends_rest: input.appendRest ?? false,
    status: input.status ?? 301,
  };
}

export type RedirectColumns = ReturnType<typeof toColumns>;
