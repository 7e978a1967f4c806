import { sql } from 'kysely';
import type { PublishedPlace } from './spaces.view.ts';

/**
 * Where the space at hand is published, if anywhere: in the oldest site that visitors reach, sites for holders of a link
 * last. A column for a query on `spaces`.
 */
export const publishedPlace = sql<PublishedPlace | null>`(
  select json_build_object(
    'site', json_build_object(
      'id', site.id, 'organization_id', site.organization_id, 'organization_hostname', organization.hostname,
      'hostname', site.hostname, 'basename', site.basename, 'proxy', site.proxy,
      'published', site.published, 'visibility', site.visibility, 'share_key', site.share_key),
    'section', case when section.id is not null then
      json_build_object('path', section.path, 'is_default', section.is_default) end,
    'entry', json_build_object('path', entry.path, 'is_default', entry.is_default))
  from site_spaces entry
  join sites site on site.id = entry.site_id and site.published
  join organizations organization on organization.id = site.organization_id
  left join site_sections section on section.id = entry.section_id
  where entry.space_id = spaces.id
  order by site.visibility = 'share-link', site.created_at, entry.created_at, entry.id
  limit 1)`;
