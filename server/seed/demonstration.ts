import type { Kysely, Transaction } from 'kysely';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { indexStaleSpaces } from '#server/content/stored/index-space.ts';
import { enqueueReferences } from '#server/content/stored/references/reference-jobs.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { enqueue, MEASURE_JOB } from '#server/queue/job-queue.ts';
import { deleteVersionsOf } from '#server/sites/delete-versions.ts';
import { seedFigures } from './demonstration-figures.ts';
import { seedNotifications } from './demonstration-notifications.ts';
import { insertRows } from './model/bulk-insert.ts';
import { type Calendar, calendarAt } from './model/calendar.ts';
import type { ContentSeed, PageText } from './model/content-schemas.ts';
import { buildDraftRows } from './model/draft-rows.ts';
import { buildImportRows } from './model/import-rows.ts';
import {
  type OrganizationSeed,
  type PersonSeed,
  type OrganizationFiles,
  organizationSchema,
  peopleSchema,
} from './model/organization-schemas.ts';
import type { DocumentMap } from './model/page-tree.ts';
import { buildGrantRows, buildMemberRows, buildTeamRows, buildUserRows } from './model/people-rows.ts';
import { readPages, readYaml } from './model/read-files.ts';
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
import { buildDeliveryRows, buildWebhookRows } from './model/webhook-rows.ts';

/** Texts of files by their path below this folder, in the order of the paths. */
export type SeedFiles = Readonly<Record<string, string>>;

/** The people of the demonstration, and its organizations by key. */
interface Demonstration {
  people: PersonSeed[];
  organizations: ReadonlyMap<string, OrganizationFiles>;
}

/** Loads the demonstration from the files beside this one, which builds and tests bundle. */
function loadDemonstration(): Demonstration {
  if (import.meta.env === undefined) return readDemonstration(readSeedFiles());
  const files = import.meta.glob<string>(['./*.yaml', './*/**/*.{md,yaml}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  return readDemonstration(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('./', ''), text])),
  );
}

/** The same files where nothing is bundled: `npm run dev` runs the sources. */
function readSeedFiles(): SeedFiles {
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /^[^/]+\.yaml$|\/[^/]+\.(md|yaml)$/.test(name)).toSorted();
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(import.meta.dirname, path), 'utf8')]),
  );
}

/**
 * Reads the demonstration. `people.yaml` lists the people, and each folder is an organization: its YAML files contain
 * its parts (lists and maps of several files are joined in path order), and each Markdown file the pages of one space.
 * Throws an error with the file name, and the line if known.
 */
export function readDemonstration(files: SeedFiles): Demonstration {
  const people = readYaml(peopleSchema, 'people.yaml', files['people.yaml'] ?? '');
  const partSchema = partSchemaFor(new Set(people.map(({ key }) => key)));
  const folders = new Set(Object.keys(files).flatMap((path) => path.match(/^[^/]+(?=\/)/) ?? []));
  const organizations = new Map(
    [...folders].map((folder) => [folder, readOrganization(folder, files, partSchema)]),
  );
  return { people, organizations };
}

type Part = Partial<z.infer<typeof organizationSchema>>;

/** The schema of one file of an organization: any of its parts, naming only these people. */
function partSchemaFor(people: ReadonlySet<string>): z.ZodType<Part> {
  return organizationSchema.partial().superRefine((part, context) => {
    for (const { path, key } of findPersonKeys(part)) {
      if (!people.has(key)) context.addIssue({ code: 'custom', path, message: `There is no person ${key}` });
    }
  });
}

/** The fields that name people, alone or in lists. */
const PERSON_FIELDS: ReadonlySet<unknown> = new Set(['by', 'person', 'people', 'owners', 'members']);

function findPersonKeys(value: unknown, path: PropertyKey[] = []): { path: PropertyKey[]; key: string }[] {
  if (typeof value === 'string') {
    const field = path.findLast((step) => typeof step === 'string');
    return PERSON_FIELDS.has(field) || path.includes('reactions') ? [{ path, key: value }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => findPersonKeys(item, [...path, index]));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => findPersonKeys(inner, [...path, name]));
}

function readOrganization(folder: string, files: SeedFiles, partSchema: z.ZodType<Part>): OrganizationFiles {
  const parts: Record<string, unknown> = {};
  const pages = new Map<string, PageText[]>();
  for (const [file, text] of Object.entries(files)) {
    if (!file.startsWith(`${folder}/`)) continue;
    if (file.endsWith('.md')) pages.set(file.replace(/^.*\/|\.md$/g, ''), readPages(file, text));
    else addParts(parts, readYaml(partSchema, file, text), file);
  }
  const { data, error } = organizationSchema.safeParse(parts);
  if (!data) throw new Error(`${folder}: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
  const spaces = new Set(spaceKeys(data.content));
  const withoutFile = [...spaces].find((key) => !pages.has(key));
  if (withoutFile !== undefined)
    throw new Error(`${folder}: The space ${withoutFile} has no file ${withoutFile}.md`);
  const withoutSpace = [...pages.keys()].find((key) => !spaces.has(key));
  if (withoutSpace !== undefined) throw new Error(`${folder}: ${withoutSpace}.md has no space`);
  const history = Object.keys(data.histories).find((key) => !spaces.has(key));
  if (history !== undefined) throw new Error(`${folder}: histories.${history} has no space`);
  return { ...data, pages };
}

/** Adds the parts of one file to those of the previous files. */
function addParts(parts: Record<string, unknown>, more: Part, file: string): void {
  for (const [name, value] of Object.entries(more)) {
    const before = parts[name];
    if (before === undefined) parts[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) parts[name] = [...before, ...value];
    else if (isMap(before) && isMap(value)) {
      const twice = Object.keys(value).find((key) => key in before);
      if (twice !== undefined)
        throw new Error(`${file}: ${name}.${twice} is already defined in another file`);
      parts[name] = { ...before, ...value };
    } else throw new Error(`${file}: ${name} is already defined in another file`);
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function spaceKeys(items: readonly ContentSeed[]): string[] {
  return items.flatMap((item) => (item.kind === 'space' ? [item.key] : spaceKeys(item.items)));
}

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
  const deliveries: ReturnType<typeof buildDeliveryRows> = [];
  const organizations = ORGANIZATIONS.map((key) => {
    const files = seeds.get(key);
    if (!files) throw new Error(`The demonstration has no folder ${key}`);
    const seed = { ...files, apiSpecs: key === 'skerry' ? skerryApiSpecs : [] };
    deliveries.push(...buildDeliveryRows(seedId('organization', key), seed, calendar));
    return organizationRows(seed, people, documents, calendar);
  });
  const shared = { users: buildUserRows(people, calendar), documents: [...documents.values()] };
  for (const table of INSERT_ORDER) {
    for (const rows of [shared, ...organizations]) await insertTable(trx, table, rows);
  }
  const drafted = buildDraftRows(
    [...seeds.values()].flatMap((seed) => seed.sites),
    calendar,
  );
  await trx.insertInto('structure_drafts').values(drafted.drafts).execute();
  await trx.insertInto('structure_draft_changes').values(drafted.changes).execute();
  const sites = organizations.flatMap((rows) => rows.sites ?? []);
  await deleteVersionsOf(
    trx,
    sites.map(({ id }) => id),
  );
  await trx.insertInto('webhook_deliveries').values(deliveries).execute();
  await seedNotifications(trx, options.now);
  await seedFigures(trx, options.now);
  await indexStaleSpaces(trx);
  // Written in the background once the server listens.
  await enqueueReferences(trx, { all: true }, options.now);
  const requests = await trx.selectFrom('change_requests').select('id').orderBy('id').execute();
  const measures = requests.map(({ id: changeRequestId }) => ({
    kind: MEASURE_JOB,
    payload: { changeRequestId },
    runAt: options.now,
  }));
  await enqueue(trx, ...measures);
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
  'api_spec_operations',
  'jobs',
  'saml_providers',
  'sites',
  'site_section_groups',
  'site_sections',
  'site_spaces',
  'site_visitor_keys',
  'site_pictures',
  'webhooks',
  'audit_log',
  'content_imports',
  'import_entries',
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
  const imports = buildImportRows(id, seed, content.spaces, calendar);
  const { teams, teamMembers } = buildTeamRows(id, seed, calendar);
  const { customFields, customFieldValues } = buildFieldRows(id, seed, calendar);
  const { apiSpecs, apiSpecVersions, apiSpecOperations, jobs } = buildApiSpecRows(id, seed, calendar);
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
    api_spec_operations: apiSpecOperations,
    jobs,
    saml_providers: buildSamlRows(id, seed, calendar),
    sites: sites.sites,
    site_section_groups: sites.groups,
    site_sections: sites.sections,
    site_spaces: sites.siteSpaces,
    site_visitor_keys: sites.visitorKeys,
    site_pictures: sites.pictures,
    webhooks: buildWebhookRows(id, seed, calendar),
    audit_log: buildAuditRows(id, seed, calendar),
    content_imports: imports.imports,
    import_entries: imports.entries,
  };
}
