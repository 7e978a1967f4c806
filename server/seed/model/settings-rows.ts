import { createHash } from 'node:crypto';
import { contentLevelOf } from '#server/access/roles.ts';
import { randomText } from '#server/base/ids.ts';
import { indexOperations } from '#server/content/specifications/operation-index.ts';
import { OPERATIONS_VERSION } from '#server/content/stored/references/stored-operations.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { PROCESS_SPEC_JOB } from '#server/queue/job-queue.ts';
import type { Calendar } from './calendar.ts';
import type { OrganizationSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';

export function buildOrganizationRow(seed: OrganizationSeed, calendar: Calendar): Row<'organizations'> {
  return {
    id: seedId('organization', seed.key),
    title: seed.title,
    hostname: seed.hostname,
    type: seed.type,
    use_case: seed.useCase,
    community_type: seed.communityType ?? null,
    plan: seed.plan,
    email_domains: seed.emailDomains,
    default_role: contentLevelOf(seed.defaultRole),
    default_content_site_id: seed.defaultSite ? seedId('site', seed.defaultSite) : null,
    logo_url: null,
    sso: false,
    ai: seed.ai ?? false,
    invite_links: true,
    custom_hostname: seed.customHostname ?? null,
    billing: {
      interval: seed.interval,
      endDate: calendar.ago(-154).toISOString(),
      hasPaymentFailed: false,
      isScheduledToCancel: false,
    },
    trial: { status: 'notapplicable', decision: 'downgrade' },
    blocked: null,
    created_at: calendar.ago(seed.createdAgo),
    updated_at: calendar.ago(30),
    passkey_required: false,
    session_hours: null,
    token_days: null,
  };
}

export function buildFieldRows(organizationId: string, seed: OrganizationSeed, calendar: Calendar) {
  const customFields: Row<'custom_fields'>[] = seed.customFields.map((field) => ({
    id: seedId('custom-field', seed.key, field.name),
    organization_id: organizationId,
    name: field.name,
    title: field.title,
    description: field.description ?? null,
    placeholder: field.placeholder ?? null,
    type: field.type,
    options: field.options ?? null,
    created_at: calendar.ago(field.createdAgo),
    updated_at: calendar.ago(field.createdAgo * 0.5),
  }));
  const customFieldValues: Row<'custom_field_values'>[] = Object.entries(seed.fieldValues).flatMap(
    ([space, values]) =>
      Object.entries(values).map(([name, value]) => ({
        space_id: seedId('space', space),
        custom_field_id: seedId('custom-field', seed.key, name),
        value,
      })),
  );
  return { customFields, customFieldValues };
}

export function buildTranslationRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): Row<'translations'>[] {
  return seed.translations.map((translation) => ({
    id: seedId('translation', seed.key, translation.title),
    organization_id: organizationId,
    title: translation.title,
    languages: translation.languages,
    source_space_id: null,
    source_language: null,
    instructions: null,
    created_at: calendar.ago(translation.createdAgo),
    updated_at: calendar.ago(translation.createdAgo * 0.3),
  }));
}

/** When pending work of the demonstration continues, in days after seeding: a quarter of an hour. */
const PENDING_JOB_DAYS = 0.01;

/** API specifications with their versions, and jobs for the unfinished ones. */
export function buildApiSpecRows(organizationId: string, seed: OrganizationSeed, calendar: Calendar) {
  const versionId = (slug: string, index: number) =>
    seedId('api-spec-version', seed.key, slug, String(index));
  const apiSpecs: Row<'api_specs'>[] = seed.apiSpecs.map((spec) => ({
    id: seedId('api-spec', seed.key, spec.slug),
    organization_id: organizationId,
    slug: spec.slug,
    source_url: spec.sourceUrl ?? null,
    source_text: spec.sourceText ?? null,
    source_files: null,
    processing_state: spec.state,
    last_version_id: spec.versions.length > 0 ? versionId(spec.slug, spec.versions.length - 1) : null,
    last_processed_at: spec.processed === undefined ? null : calendar.ago(spec.processed),
    last_process_error_code: spec.error ?? null,
    last_process_error: null,
    created_at: calendar.ago(spec.createdAgo),
    updated_at: calendar.ago(Math.min(spec.processed ?? spec.createdAgo, spec.createdAgo)),
  }));
  const apiSpecVersions: Row<'api_spec_versions'>[] = seed.apiSpecs.flatMap((spec) =>
    spec.versions.map((version, index) => ({
      id: versionId(spec.slug, index),
      api_spec_id: seedId('api-spec', seed.key, spec.slug),
      content_hash: createHash('sha256').update(JSON.stringify(version.filesystem)).digest('hex'),
      filesystem: version.filesystem,
      operations_version: OPERATIONS_VERSION,
      warnings: [],
      warning_count: 0,
      outline: null,
      created_at: calendar.ago(version.ago),
    })),
  );
  const apiSpecOperations: Row<'api_spec_operations'>[] = apiSpecVersions.flatMap((version) =>
    indexOperations(JSON.stringify(version.filesystem)).map((operation, position) => ({
      version_id: version.id,
      position,
      ...operation,
    })),
  );
  const jobs: Row<'jobs'>[] = apiSpecs
    .filter((spec) => spec.processing_state !== 'complete')
    .map((spec) => ({
      id: seedId('job', spec.id),
      kind: PROCESS_SPEC_JOB,
      payload: { specId: spec.id },
      run_at: calendar.ago(-PENDING_JOB_DAYS),
      attempts: 0,
      interruptions: 0,
      locked_until: null,
      finished_at: null,
      last_error: null,
    }));
  return { apiSpecs, apiSpecVersions, apiSpecOperations, jobs };
}

export function buildSamlRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): Row<'saml_providers'>[] {
  return seed.samlProviders.map((provider) => ({
    id: seedId('saml-provider', seed.key, provider.label),
    organization_id: organizationId,
    label: provider.label,
    entity_id: provider.entityId,
    sso_url: provider.ssoUrl,
    certificate: provider.certificate,
    default_team_id: provider.team ? seedId('team', seed.key, provider.team) : null,
    default_role: contentLevelOf(provider.role),
    status: provider.status,
    created_at: calendar.ago(provider.createdAgo),
    email_attributes: [],
    name_attributes: [],
    metadata_url: null,
    metadata_read_at: null,
    metadata_problem: null,
    next_metadata_read_at: null,
  }));
}

/** Link invites with new secrets. */
export function buildInviteRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): Row<'link_invites'>[] {
  return seed.linkInvites.map((invite, index) => {
    const kind = invite.space ? 'space' : invite.collection ? 'collection' : null;
    return {
      id: seedId('link-invite', seed.key, String(index)),
      organization_id: organizationId,
      secret: randomText(32),
      role: contentLevelOf(invite.role),
      content_kind: kind,
      content_id: kind ? seedId(kind, invite.space ?? invite.collection ?? '') : null,
      created_by: seedId('person', invite.by),
      created_at: calendar.ago(invite.createdAgo),
    };
  });
}

export function buildAuditRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): Row<'audit_log'>[] {
  return seed.audit.map((line, index) => ({
    id: seedId('audit', seed.key, String(index)),
    organization_id: organizationId,
    at: calendar.ago(line.ago),
    actor_id: seedId('person', line.by),
    action: line.action,
    target_kind: line.targetKind,
    target_id: seedId(...line.target),
    summary: line.summary,
    before: line.before ?? null,
    after: line.after ?? null,
    names: null,
    // Before the record of events begins: nobody is told of what never happened.
    seq: null,
    tx: null,
    space_id: null,
    change_request_id: null,
  }));
}
