import type { Kysely, Transaction } from 'kysely';
import { indexStaleSpaces } from '#server/content/search/index-space.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { insertRows } from './bulk-insert.ts';
import { loadDemonstration } from './load-demonstration.ts';
import { type Calendar, calendarAt } from './model/calendar.ts';
import type { OrganizationSeed, PersonSeed } from './model/organization-schemas.ts';
import type { DocumentMap } from './model/page-tree.ts';
import { buildGrantRows, buildMemberRows, buildTeamRows, buildUserRows } from './model/people-rows.ts';
import { seedId } from './model/seed-ids.ts';
import {
  buildApiSpecRows,
  buildAuditRows,
  buildFieldRows,
  buildInviteRows,
  buildOrganizationRow,
  buildSamlRows,
  buildTranslationRows,
} from './model/settings-rows.ts';
import { buildSiteRows } from './model/site-rows.ts';
import { skerryApiSpecs } from './model/skerry-api-specs.ts';
import { buildSpaceContent } from './model/space-content.ts';

/** In the order in which they are written; each is a folder. */
const ORGANIZATIONS = ['skerry', 'open-gauge', 'saltmarsh'] as const;

/** Rows by table, in insertion order. */
type SeedRows = { [Table in keyof Database]?: Row<Table>[] };

/**
 * Seeds the demonstration: three organizations with members, teams, content, comments and sites, with dates relative
 * to `options.now`. Everything but secrets (share keys and invite links) is the same in every run, ids included. Does
 * nothing if it exists.
 */
export async function seedDemonstration(trx: Transaction<Database>, options: { now: Date }): Promise<void> {
  const calendar = calendarAt(options.now);
  const first = trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', seedId('organization', ORGANIZATIONS[0]));
  if (await first.executeTakeFirst()) return;
  const documents: DocumentMap = new Map();
  const { people, organizations: seeds } = loadDemonstration();
  const organizations = ORGANIZATIONS.map((key) => {
    const files = seeds.get(key);
    if (!files) throw new Error(`The demonstration has no folder ${key}`);
    const seed = { ...files, apiSpecs: key === 'skerry' ? skerryApiSpecs : [] };
    return organizationRows(seed, people, documents, calendar);
  });
  const shared = { users: buildUserRows(people, calendar), documents: [...documents.values()] };
  for (const table of INSERT_ORDER) {
    for (const rows of [shared, ...organizations]) await insertTable(trx, table, rows);
  }
  await indexStaleSpaces(trx);
}

const INSERT_ORDER = [
  'users',
  'organizations',
  'members',
  'teams',
  'team_members',
  'collections',
  'spaces',
  'grants',
  'link_invites',
  'documents',
  'revisions',
  'files',
  'change_requests',
  'reviews',
  'requested_reviewers',
  'comments',
  'comment_replies',
  'comment_reactions',
  'custom_fields',
  'custom_field_values',
  'translations',
  'api_specs',
  'api_spec_versions',
  'jobs',
  'saml_providers',
  'sites',
  'site_section_groups',
  'site_sections',
  'site_spaces',
  'audit_log',
] as const satisfies readonly (keyof Database)[];

async function insertTable<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: SeedRows,
): Promise<void> {
  await insertRows<Table>(db, table, rows[table] ?? []);
}

/** The rows of one organization; its texts are added to `documents`. */
function organizationRows(
  seed: OrganizationSeed,
  people: readonly PersonSeed[],
  documents: DocumentMap,
  calendar: Calendar,
): SeedRows {
  const organization = buildOrganizationRow(seed, calendar);
  const { id } = organization;
  const content = buildSpaceContent(id, seed, documents, calendar);
  const titles = new Map(content.spaces.map((space) => [space.id, space.title]));
  const sites = buildSiteRows(id, seed.sites, titles, calendar);
  const collectionIds = new Set(content.collections.map((collection) => collection.id));
  const { teams, teamMembers } = buildTeamRows(id, seed, calendar);
  const { customFields, customFieldValues } = buildFieldRows(id, seed, calendar);
  const { apiSpecs, apiSpecVersions, jobs } = buildApiSpecRows(id, seed, calendar);
  return {
    organizations: [organization],
    members: buildMemberRows(id, seed, new Map(people.map((person) => [person.key, person])), calendar),
    teams,
    team_members: teamMembers,
    collections: content.collections,
    spaces: content.spaces,
    grants: buildGrantRows(id, seed, collectionIds, calendar),
    link_invites: buildInviteRows(id, seed, calendar),
    revisions: content.revisions,
    files: content.files,
    change_requests: content.changeRequests,
    reviews: content.reviews,
    requested_reviewers: content.requestedReviewers,
    comments: content.comments,
    comment_replies: content.replies,
    comment_reactions: content.reactions,
    custom_fields: customFields,
    custom_field_values: customFieldValues,
    translations: buildTranslationRows(id, seed, calendar),
    api_specs: apiSpecs,
    api_spec_versions: apiSpecVersions,
    jobs,
    saml_providers: buildSamlRows(id, seed, calendar),
    sites: sites.sites,
    site_section_groups: sites.groups,
    site_sections: sites.sections,
    site_spaces: sites.siteSpaces,
    audit_log: buildAuditRows(id, seed, calendar),
  };
}
