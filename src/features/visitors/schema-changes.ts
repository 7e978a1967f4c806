import { queryOptions } from '@tanstack/react-query';
import { offlineError } from '#src/api/errors.ts';
import { getSiteAdaptiveSchemaOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getSiteAdaptiveSchema,
  putSiteAdaptiveSchema,
  updateSiteSection,
  updateSiteSpace,
} from '#api/generated/sdk.gen.ts';
import type { AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { ifMatchHeader, etagOf } from '#src/api/etags.ts';
import type { SiteItem } from './audience.ts';

export type SitePath = { organizationId: string; siteId: string };

export const schemaOf = (path: SitePath) => queryOptions(getSiteAdaptiveSchemaOptions({ path }));

export const schemaInvalidations = (path: SitePath): InvalidationTarget[] => [
  { operation: 'getSiteAdaptiveSchema', path },
];

export const audienceInvalidations = (path: SitePath): InvalidationTarget[] => [
  { operation: 'getSiteAdaptiveSchema', path },
  { operation: 'getSiteStructure', path },
  { operation: 'listSiteSections', path },
  { operation: 'listSiteSpaces', path },
];

/**
 * Updates the current schema on the server, with an ETag check.
 *
 * @returns the previous schema
 */
export async function updateSchema(
  path: SitePath,
  change: (schema: AdaptiveJsonSchema) => AdaptiveJsonSchema,
): Promise<AdaptiveJsonSchema> {
  // Checked here, because the message of a failed read would not tell whether the change was sent.
  if (!navigator.onLine) throw offlineError('PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema');
  const { data } = await getSiteAdaptiveSchema({ path, throwOnError: true });
  const address = `/v1/orgs/${path.organizationId}/sites/${path.siteId}/adaptive-schema`;
  await putSiteAdaptiveSchema({
    path,
    headers: ifMatchHeader(etagOf(address)),
    body: { jsonSchema: change(data.jsonSchema) },
    throwOnError: true,
  });
  return data.jsonSchema;
}

/** Sets the condition of an item; null removes it. */
export async function updateCondition(
  path: SitePath,
  { id, kind }: SiteItem,
  condition: string | null,
): Promise<void> {
  const body = { condition };
  if (kind === 'section')
    await updateSiteSection({ path: { ...path, siteSectionId: id }, body, throwOnError: true });
  else await updateSiteSpace({ path: { ...path, siteSpaceId: id }, body, throwOnError: true });
}
