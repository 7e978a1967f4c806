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

/** Which site. */
export type SitePath = { organizationId: string; siteId: string };

/** What a site knows about visitors. */
export const schemaOf = (path: SitePath) => queryOptions(getSiteAdaptiveSchemaOptions({ path }));

/** What a change of claims alone makes out of date. */
export const schemaInvalidations = (path: SitePath): InvalidationTarget[] => [
  { operation: 'getSiteAdaptiveSchema', path },
];

/** What a change of claims or conditions makes out of date. */
export const audienceInvalidations = (path: SitePath): InvalidationTarget[] => [
  { operation: 'getSiteAdaptiveSchema', path },
  { operation: 'getSiteStructure', path },
  { operation: 'listSiteSections', path },
  { operation: 'listSiteSpaces', path },
];

/**
 * Changes the schema as it is now, not as it was when the screen was opened. The server refuses where somebody else
 * writes in the same moment.
 *
 * @returns the schema before
 */
export async function updateSchema(
  path: SitePath,
  change: (schema: AdaptiveJsonSchema) => AdaptiveJsonSchema,
): Promise<AdaptiveJsonSchema> {
  // Said of a change; that reading failed would leave open what has become of it.
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

/** Gives an item another condition; null takes it away. */
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
