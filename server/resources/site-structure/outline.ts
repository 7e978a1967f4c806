import type { Kysely } from 'kysely';
import type { SiteOutline, SiteStructureItem, SiteStructureResponse } from '#api/generated/types.gen.ts';
import { RawJson } from '#server/contract/raw-json.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import type { SiteContext } from '#server/sites/load-site.ts';
import { publishedUrl } from '#server/sites/sites.rules.ts';
import { findOutline } from './outline.queries.ts';

/** The response with an outline, serialized. */
class RawOutline extends RawJson implements SiteStructureResponse {
  declare readonly type: SiteStructureResponse['type'];
  declare readonly structure: SiteStructureItem[];
  declare readonly outline: SiteOutline;
}

/** The outline of a site's structure. It is the same for everyone who can see the site. */
export async function getOutline(
  db: Kysely<Database>,
  { site, service }: SiteContext,
): Promise<SiteStructureResponse> {
  const found = await findOutline(db, site.id);
  if (!found) throw notFound('site');
  const type = found.hasSections ? 'sections' : 'siteSpaces';
  const urls = JSON.stringify({ published: publishedUrl(site, service.publicUrl) });
  return new RawOutline(
    `{"type":"${type}","structure":[],"outline":{"urls":${urls},"items":[${found.items}]}}`,
  );
}
