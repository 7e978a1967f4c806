import type {
  ApiSpecPermissions,
  ApiSpec,
  ApiSpecContent,
  ApiSpecErrorCode,
  ApiSpecProcessingState,
  ApiSpecVersion,
} from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { forbidden } from '#server/base/errors.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** A specification without its source texts. */
export type ApiSpecRow = Omit<Row<'api_specs'>, 'source_text' | 'source_files'>;
/** A version without its documents. */
export type ApiSpecVersionRow = Pick<
  Row<'api_spec_versions'>,
  'id' | 'created_at' | 'content_hash' | 'warnings' | 'warning_count'
>;

/** Guests may not. */
export function canViewSpecs(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

export function canEditSpecs(membership: Membership): boolean {
  return membership.role >= LEVEL.create;
}

function specPermissions(membership: Membership): ApiSpecPermissions {
  return { view: canViewSpecs(membership), edit: canEditSpecs(membership) };
}

const PROCESSING_STATES: Record<string, ApiSpecProcessingState> = {
  pending: 'pending',
  progress: 'progress',
};
const ERROR_CODES: Record<string, ApiSpecErrorCode> = {
  FETCH_TIMEOUT: 'FETCH_TIMEOUT',
  FETCH_ERROR: 'FETCH_ERROR',
  PARSE_ERROR: 'PARSE_ERROR',
};

export function toSpecView(row: ApiSpecRow, viewer: Membership, service: ServiceSettings): ApiSpec {
  const failure = ERROR_CODES[row.last_process_error_code ?? ''];
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    slug: row.slug,
    ...(row.source_url !== null && { sourceURL: row.source_url }),
    processingState: PROCESSING_STATES[row.processing_state] ?? 'complete',
    ...(row.last_version_id !== null && { lastVersion: row.last_version_id }),
    ...(row.last_processed_at && { lastProcessedAt: row.last_processed_at.toISOString() }),
    ...(failure && { lastProcessErrorCode: failure }),
    ...(failure && row.last_process_error && { lastProcessError: row.last_process_error }),
    permissions: specPermissions(viewer),
    urls: {
      location: apiUrl(service, `/orgs/${row.organization_id}/openapi/${row.slug}`),
      app: appUrl(service, `/o/${row.organization_id}/api-specs/${row.slug}`),
    },
  };
}

export function toVersionView(
  spec: ApiSpecRow,
  row: ApiSpecVersionRow,
  service: ServiceSettings,
): ApiSpecVersion {
  const location = versionUrl(spec, row.id, service);
  return {
    object: 'openapi-spec-version',
    id: row.id,
    createdAt: row.created_at.toISOString(),
    url: `${location}/content`,
    ...(row.warning_count > 0 && { warnings: row.warnings, warningCount: row.warning_count }),
    urls: { location },
  };
}

export function toContentView(
  spec: ApiSpecRow,
  versionId: string,
  filesystem: Record<string, unknown>,
  service: ServiceSettings,
): ApiSpecContent {
  return { filesystem, url: `${versionUrl(spec, versionId, service)}/content` };
}

function versionUrl(spec: ApiSpecRow, versionId: string, service: ServiceSettings): string {
  return apiUrl(service, `/orgs/${spec.organization_id}/openapi/${spec.slug}/versions/${versionId}`);
}

/** Throws 403. */
export function requireSpecEditPermission(viewer: Membership): void {
  if (!canEditSpecs(viewer))
    throw forbidden('You need the role "create" in this organization to change API specifications.');
}
