import { generateNKeysBetween } from 'fractional-indexing';
import { randomText } from '#server/base/ids.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { deleteVersionsOf } from '#server/sites/delete-versions.ts';
import { daysBefore, insertBatches, type ScaleContext, scaleId } from './batch.ts';
import { spaceId } from './content.ts';
import { pick, hashNumber, pathOf, riverName, sectionTitle, spaceTitle } from './names.ts';

const SECTIONS_PER_GROUP = 20;
const SPACES_PER_SECTION = 3;
const ICONS = ['waves', 'gauge', 'map-pin', 'bell', 'book-open', 'life-buoy'] as const;

function siteRow(context: ScaleContext): Row<'sites'> {
  return {
    id: scaleId(context, 'site', 0),
    organization_id: context.organizationId,
    type: 'ultimate',
    title: 'Rivers and warnings',
    icon: null,
    hostname: null,
    hostname_token: null,
    hostname_set_at: null,
    hostname_proven_at: null,
    hostname_missing_since: null,
    hostname_checked_at: null,
    hostname_next_check_at: null,
    hostname_problem: null,
    basename: 'rivers',
    proxy: null,
    visibility: 'public',
    share_key: randomText(32),
    published: true,
    adaptive_content: false,
    counts_visits: null,
    asks_feedback: null,
    checks_links: null,
    adaptive_schema: null,
    adaptive_schema_updated_at: null,
    visitor_sign_in_url: null,
    ads: null,
    features: [],
    customization: {},
    customization_updated_at: null,
    structure_version: '',
    created_at: daysBefore(context, 500),
    updated_at: daysBefore(context, 2),
  };
}

/** One site with sections in groups of twenty and three site spaces in each section. */
export async function writeSite(context: ScaleContext, sections: number, spaces: number): Promise<void> {
  const site = siteRow(context);
  await insertBatches(context, 'sites', 1, () => [site]);
  const base = { site_id: site.id, created_at: site.created_at };
  const groups = Math.ceil(sections / SECTIONS_PER_GROUP);
  const ranks = generateNKeysBetween(null, null, groups);
  await insertBatches(context, 'site_section_groups', groups, (index) => [
    {
      ...base,
      id: scaleId(context, 'section-group', index),
      title: `${riverName(index)} and its neighbours`,
      icon: pick(ICONS, index),
      rank: ranks[index] ?? '',
    },
  ]);
  const inner = generateNKeysBetween(null, null, SECTIONS_PER_GROUP);
  await insertBatches(context, 'site_sections', sections, (index) => [
    {
      ...base,
      id: scaleId(context, 'section', index),
      group_id: scaleId(context, 'section-group', Math.floor(index / SECTIONS_PER_GROUP)),
      title: sectionTitle(index),
      description: null,
      path: pathOf(sectionTitle(index)),
      condition: hashNumber(index, 80) % 15 === 0 ? 'visitor.claims.isPartner' : null,
      icon: pick(ICONS, hashNumber(index, 81)),
      is_default: index === 0,
      rank: inner[index % SECTIONS_PER_GROUP] ?? '',
    },
  ]);
  const each = Math.min(SPACES_PER_SECTION, spaces);
  const spaceRanks = generateNKeysBetween(null, null, each);
  await insertBatches(context, 'site_spaces', sections * each, (index) => {
    const space = index % spaces;
    const row = {
      ...base,
      id: scaleId(context, 'site-space', index),
      section_id: scaleId(context, 'section', Math.floor(index / each)),
      space_id: spaceId(context, space),
      path: pathOf(spaceTitle(space)),
      condition: null,
      is_default: index % each === 0,
      rank: spaceRanks[index % each] ?? '',
    };
    return [row];
  });
  await deleteVersionsOf(context.db, [site.id]);
}
