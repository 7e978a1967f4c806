import { type Kysely, sql, type Transaction } from 'kysely';
import type { ApiSpecErrorCode, ApiSpecFilesSource, ApiSpecSource } from '#api/generated/types.gen.ts';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { notFound } from '#server/base/errors.ts';
import type { VisitorFile } from '#server/content/specifications/visitor-files.ts';
import type { OperationRequest } from '#server/contract/contract.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { StoredSpecFiles, StoredSpecProblem } from '#server/database/tables/site-tables.ts';
import { tellAdministrators } from '#server/notifications/write-notifications.ts';
import { canViewSpecs, type ApiSpecRow, type ApiSpecVersionRow } from './api-specs.rules.ts';

export type SpecSourceRow = Pick<
  Row<'api_specs'>,
  'organization_id' | 'source_url' | 'source_text' | 'source_files' | 'updated_at'
>;

const COLUMNS = [
  'api_specs.id',
  'api_specs.organization_id',
  'api_specs.slug',
  'api_specs.source_url',
  'api_specs.processing_state',
  'api_specs.last_version_id',
  'api_specs.last_processed_at',
  'api_specs.last_process_error_code',
  'api_specs.last_process_error',
  'api_specs.created_at',
  'api_specs.updated_at',
] as const;

/** Always later than the previous `updated_at`, even within a millisecond. */
const nextUpdatedAt = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`;

/** Base query. */
export function selectSpecs(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('api_specs').select(COLUMNS).where('api_specs.organization_id', '=', organizationId);
}

export function findSpec(
  db: Kysely<Database>,
  organizationId: string,
  slug: string,
): Promise<ApiSpecRow | undefined> {
  return selectSpecs(db, organizationId).where('api_specs.slug', '=', slug).executeTakeFirst();
}

export function lockSpec(
  trx: Transaction<Database>,
  organizationId: string,
  slug: string,
): Promise<ApiSpecRow | undefined> {
  return selectSpecs(trx, organizationId).where('api_specs.slug', '=', slug).forUpdate().executeTakeFirst();
}

export function lockSpecById(trx: Transaction<Database>, id: string) {
  return trx.selectFrom('api_specs').select('updated_at').where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a pending specification; undefined where the slug is taken. */
export function insertSpec(
  trx: Transaction<Database>,
  spec: { id: string; organizationId: string; slug: string; source: ApiSpecSource },
): Promise<ApiSpecRow | undefined> {
  return trx
    .insertInto('api_specs')
    .values({
      id: spec.id,
      organization_id: spec.organizationId,
      slug: spec.slug,
      ...sourceColumns(spec.source),
      last_version_id: null,
      last_processed_at: null,
      last_process_error_code: null,
      last_process_error: null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'slug']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Sets the source and resets the state to pending. */
export function replaceSource(
  trx: Transaction<Database>,
  id: string,
  source: ApiSpecSource,
): Promise<ApiSpecRow> {
  return trx
    .updateTable('api_specs')
    .set({ ...sourceColumns(source), processing_state: 'pending', updated_at: nextUpdatedAt })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function sourceColumns(source: ApiSpecSource) {
  return {
    source_url: 'url' in source ? source.url : null,
    source_text: 'text' in source ? source.text : null,
    source_files: 'files' in source ? JSON.stringify(toStoredFiles(source)) : null,
  };
}

function toStoredFiles({ files, main }: ApiSpecFilesSource): StoredSpecFiles {
  return {
    main: tidyName(main),
    files: Object.fromEntries(files.map(({ name, text }) => [tidyName(name), text])),
  };
}

/** A path as references name it: without a leading `./` or `/`. */
export function tidyName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

export async function deleteSpec(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('api_specs').where('id', '=', id).execute();
}

/**
 * Marks a specification as in progress and returns its source; undefined if it is already processed or was
 * deleted.
 */
export function startProcessing(db: Kysely<Database>, id: string): Promise<SpecSourceRow | undefined> {
  return db
    .updateTable('api_specs')
    .set({ processing_state: 'progress', updated_at: nextUpdatedAt })
    .where('id', '=', id)
    .where('processing_state', '<>', 'complete')
    .returning(['organization_id', 'source_url', 'source_text', 'source_files', 'updated_at'])
    .executeTakeFirst();
}

/** Stores the result: the latest version, or an error code. Says so where a specification can't be read any more. */
export async function finishProcessing(
  trx: Transaction<Database>,
  id: string,
  result: { now: Date; versionId?: string; failure?: ApiSpecErrorCode; problem?: StoredSpecProblem },
): Promise<void> {
  const { now, failure } = result;
  const spec = await trx
    .selectFrom('api_specs')
    .select(['organization_id', 'slug', 'last_version_id', 'last_process_error_code'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (
    failure !== undefined &&
    spec &&
    spec.last_version_id !== null &&
    spec.last_process_error_code === null
  ) {
    await tellAdministrators(trx, {
      organizationId: spec.organization_id,
      eventId: `api-spec:${id}:${now.toISOString()}`,
      at: now,
      reason: 'specification-broken',
      subject: { kind: 'api-spec', id },
      detail:
        `The specification “${spec.slug}” can’t be read any more. ${result.problem?.message ?? ''}`.trim(),
    });
  }
  await trx
    .updateTable('api_specs')
    .set({
      processing_state: 'complete',
      last_processed_at: result.now,
      last_process_error_code: result.failure ?? null,
      last_process_error: result.problem ? JSON.stringify(result.problem) : null,
      ...(result.versionId !== undefined && { last_version_id: result.versionId }),
      updated_at: nextUpdatedAt,
    })
    .where('id', '=', id)
    .execute();
}

/** Base query, without order. */
export function selectVersions(db: Kysely<Database>, specId: string) {
  return db
    .selectFrom('api_spec_versions')
    .select([
      'api_spec_versions.id',
      'api_spec_versions.created_at',
      'api_spec_versions.content_hash',
      'api_spec_versions.warnings',
      'api_spec_versions.warning_count',
    ])
    .where('api_spec_versions.api_spec_id', '=', specId);
}

export function findLatestVersion(
  db: Kysely<Database>,
  specId: string,
): Promise<ApiSpecVersionRow | undefined> {
  return selectVersions(db, specId)
    .orderBy('api_spec_versions.created_at', 'desc')
    .orderBy('api_spec_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function findVersion(
  db: Kysely<Database>,
  specId: string,
  versionId: string,
): Promise<ApiSpecVersionRow | undefined> {
  return selectVersions(db, specId).where('api_spec_versions.id', '=', versionId).executeTakeFirst();
}

/** Documents by file name. */
export async function getFilesystem(
  db: Kysely<Database>,
  versionId: string,
): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('api_spec_versions')
    .select('filesystem')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(Object(row.filesystem)));
}

interface NewVersion {
  id: string;
  specId: string;
  /** As JSON. */
  filesystem: string;
  hash: string;
  warnings: readonly StoredSpecProblem[];
  warningCount: number;
  now: Date;
}

export async function insertVersion(trx: Transaction<Database>, version: NewVersion): Promise<void> {
  await trx
    .insertInto('api_spec_versions')
    .values({
      id: version.id,
      api_spec_id: version.specId,
      content_hash: version.hash,
      filesystem: version.filesystem,
      warnings: JSON.stringify(version.warnings),
      warning_count: version.warningCount,
      created_at: version.now,
    })
    .execute();
}

const FILES_PER_STATEMENT = 500;

/** Stores the files of a version. Those of a version that is the same but for comments replace the former ones. */
export async function replaceVisitorFiles(
  trx: Transaction<Database>,
  versionId: string,
  files: readonly VisitorFile[],
): Promise<void> {
  await trx.deleteFrom('api_spec_files').where('version_id', '=', versionId).execute();
  for (let start = 0; start < files.length; start += FILES_PER_STATEMENT) {
    const rows = files.slice(start, start + FILES_PER_STATEMENT).map(({ name, isMain, content, digest }) => ({
      version_id: versionId,
      name,
      is_main: isMain,
      content: Buffer.from(content),
      digest,
    }));
    await trx.insertInto('api_spec_files').values(rows).execute();
  }
}

/** A request below `…/openapi/{specSlug}`. */
type SpecRequest = Pick<OperationRequest<'getApiSpec'>, 'actor' | 'db' | 'params'>;

/** The specification of the path and the caller's membership; 404 where the caller may not see it. */
export async function loadSpec({
  actor,
  db,
  params: { organizationId, specSlug },
}: SpecRequest): Promise<{ spec: ApiSpecRow; viewer: Membership }> {
  const viewer = membershipOr404(actor, organizationId);
  const spec = canViewSpecs(viewer) ? await findSpec(db, organizationId, specSlug) : undefined;
  if (!spec) throw notFound('API specification');
  return { spec, viewer };
}

/** A version of the specification; the latest where no id is given. */
export async function loadVersion(
  request: SpecRequest,
  versionId?: string,
): Promise<{ spec: ApiSpecRow; version: ApiSpecVersionRow }> {
  const { spec } = await loadSpec(request);
  const version =
    versionId === undefined
      ? await findLatestVersion(request.db, spec.id)
      : await findVersion(request.db, spec.id, versionId);
  if (!version) throw notFound('version of the API specification');
  return { spec, version };
}
