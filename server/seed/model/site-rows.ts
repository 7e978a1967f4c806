import { generateNKeysBetween } from 'fractional-indexing';
import { randomBytes } from 'node:crypto';
import { randomText } from '#server/base/ids.ts';
import { inspectImage } from '#server/content/import/inspect-image.ts';
import { hashId } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import {
  type StoredCustomization,
  type StoredPicture,
  toStoredPicture,
} from '#server/sites/customization.ts';
import type { Calendar } from './calendar.ts';
import { slugOf } from './link-resolver.ts';
import type { CustomizationSeed, SectionSeed, SiteSeed, SiteSpaceSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';

export interface SiteRows {
  sites: Row<'sites'>[];
  groups: Row<'site_section_groups'>[];
  sections: Row<'site_sections'>[];
  siteSpaces: Row<'site_spaces'>[];
  visitorKeys: Row<'site_visitor_keys'>[];
  pictures: Row<'site_pictures'>[];
}

/** Builds the rows of sites; `titles` maps space ids to titles, for default paths. */
export function buildSiteRows(
  organizationId: string,
  seeds: readonly SiteSeed[],
  titles: ReadonlyMap<string, string>,
  calendar: Calendar,
): SiteRows {
  const rows: SiteRows = {
    sites: [],
    groups: [],
    sections: [],
    siteSpaces: [],
    visitorKeys: [],
    pictures: [],
  };
  for (const seed of seeds) {
    const pictures = new Map<string, Row<'site_pictures'>>();
    const site = siteRow(organizationId, seed, calendar);
    site.customization = storedCustomization(seed.customization ?? {}, (svg) => {
      const picture = pictureRow(site, svg);
      pictures.set(picture.id, picture);
      return toStoredPicture(picture);
    });
    rows.sites.push(site);
    rows.pictures.push(...pictures.values());
    if (seed.visibility === 'visitor-auth') rows.visitorKeys.push(visitorKeyRow(site));
    const addSpaces = (spaces: readonly SiteSpaceSeed[], section: Row<'site_sections'> | null) =>
      rows.siteSpaces.push(...siteSpaceRows(spaces, { site, section, titles }));
    const addSection = (section: SectionSeed, groupId: string | null, rank: string) => {
      const row = sectionRow(section, { site, seed, groupId, rank });
      rows.sections.push(row);
      addSpaces(section.spaces, row);
    };
    addSpaces(seed.spaces ?? [], null);
    const ranks = generateNKeysBetween(null, null, seed.structure?.length ?? 0);
    seed.structure?.forEach((entry, index) => {
      const rank = ranks[index] ?? '';
      if (entry.kind === 'section') {
        addSection(entry, null, rank);
        return;
      }
      const id = seedId('section-group', seed.key, entry.title);
      rows.groups.push({
        id,
        site_id: site.id,
        title: entry.title,
        icon: entry.icon ?? null,
        rank,
        created_at: site.created_at,
      });
      const inner = generateNKeysBetween(null, null, entry.sections.length);
      entry.sections.forEach((section, position) => addSection(section, id, inner[position] ?? ''));
    });
  }
  return rows;
}

function siteRow(organizationId: string, seed: SiteSeed, calendar: Calendar): Row<'sites'> {
  return {
    id: seedId('site', seed.key),
    organization_id: organizationId,
    type: seed.type,
    title: seed.title,
    icon: null,
    hostname: seed.hostname ?? null,
    hostname_token: null,
    hostname_set_at: null,
    hostname_proven_at: null,
    hostname_missing_since: null,
    hostname_checked_at: null,
    hostname_next_check_at: null,
    hostname_problem: null,
    basename: seed.basename,
    proxy: seed.proxy ?? null,
    visibility: seed.visibility,
    share_key: randomText(32),
    published: seed.published,
    adaptive_content: seed.adaptiveSchema !== undefined,
    counts_visits: null,
    asks_feedback: null,
    checks_links: null,
    adaptive_schema: seed.adaptiveSchema ?? null,
    adaptive_schema_updated_at:
      seed.adaptiveSchema === undefined ? null : calendar.ago(seed.createdAgo * 0.1),
    visitor_sign_in_url: seed.visitorSignInUrl ?? null,
    ads: seed.ads ?? null,
    features: seed.features ?? [],
    customization: {},
    customization_updated_at: seed.customization ? calendar.ago(seed.createdAgo * 0.05) : null,
    structure_version: '',
    created_at: calendar.ago(seed.createdAgo),
    updated_at: calendar.ago(seed.createdAgo * 0.05),
  };
}

function storedCustomization(
  { logo, favicon, styling, internationalization, ...rest }: CustomizationSeed,
  store: (svg: string) => StoredPicture,
): StoredCustomization {
  return {
    ...rest,
    ...(styling && { styling }),
    ...(internationalization && { internationalization }),
    ...(logo && { logo: { light: store(logo.light), dark: store(logo.dark) } }),
    ...(favicon !== undefined && { favicon: store(favicon) }),
  };
}

function pictureRow(site: Row<'sites'>, svg: string): Row<'site_pictures'> {
  const data = Buffer.from(svg);
  const image = inspectImage(data);
  if (!image) throw new Error('A picture of a site is no drawing.');
  const { contentType, width, height } = image;
  return {
    site_id: site.id,
    id: hashId(data.toString('base64')),
    content_type: contentType,
    width,
    height,
    data,
    created_at: site.updated_at,
  };
}

/** It is secret: people who try the demonstration create their own key. */
function visitorKeyRow(site: Row<'sites'>): Row<'site_visitor_keys'> {
  return {
    id: seedId('visitor-key', site.id),
    site_id: site.id,
    secret: randomBytes(32).toString('base64url'),
    created_at: site.created_at,
    expires_at: null,
  };
}

interface SectionPosition {
  site: Row<'sites'>;
  seed: SiteSeed;
  groupId: string | null;
  rank: string;
}

function sectionRow(
  section: SectionSeed,
  { site, seed, groupId, rank }: SectionPosition,
): Row<'site_sections'> {
  return {
    id: seedId('section', seed.key, section.title),
    site_id: site.id,
    group_id: groupId,
    title: section.title,
    description: section.description ?? null,
    path: section.path ?? slugOf(section.title),
    condition: section.condition ?? null,
    icon: section.icon ?? null,
    is_default: section.default ?? false,
    rank,
    created_at: site.created_at,
  };
}

interface SiteSpacePosition {
  site: Row<'sites'>;
  section: Row<'site_sections'> | null;
  titles: ReadonlyMap<string, string>;
}

function siteSpaceRows(
  spaces: readonly SiteSpaceSeed[],
  { site, section, titles }: SiteSpacePosition,
): Row<'site_spaces'>[] {
  const ranks = generateNKeysBetween(null, null, spaces.length);
  const defaultIndex = Math.max(
    0,
    spaces.findIndex((space) => space.default),
  );
  return spaces.map((space, index) => ({
    id: seedId('site-space', section?.id ?? site.id, space.space),
    site_id: site.id,
    section_id: section?.id ?? null,
    space_id: seedId('space', space.space),
    path: space.path ?? slugOf(titles.get(seedId('space', space.space)) ?? space.space),
    condition: space.condition ?? null,
    is_default: index === defaultIndex,
    rank: ranks[index] ?? '',
    created_at: site.created_at,
  }));
}
