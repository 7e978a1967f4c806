import { queryOptions } from '@tanstack/react-query';
import { getSiteAdaptiveSchemaQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getSiteAdaptiveSchema,
  putSiteAdaptiveSchema,
  updateSiteSection,
  updateSiteSpace,
} from '#api/generated/sdk.gen.ts';
import type { AdaptiveClaim, AdaptiveJsonSchema, SiteAdaptiveSchema } from '#api/generated/types.gen.ts';
import { offlineError } from '#src/api/errors.ts';
import { ifMatchHeader, etagOf } from '#src/api/etags.ts';
import { requestUnlessDenied } from '#src/api/optional-requests.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import type { SiteItem } from './audience.ts';
import { type ClaimValue, isClaimValue } from './claim-value.ts';

export type SitePath = { organizationId: string; siteId: string };

/** The claims of a site; null at older servers of the documented API, which don't return them. */
export const schemaOf = (path: SitePath) =>
  queryOptions({
    queryKey: getSiteAdaptiveSchemaQueryKey({ path }),
    queryFn: ({ client, signal }): Promise<SiteAdaptiveSchema | null> =>
      requestUnlessDenied(
        client,
        'getSiteAdaptiveSchema',
        async () => (await getSiteAdaptiveSchema({ path, signal, throwOnError: true })).data,
        null,
      ),
  });

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
  // Checked here, because the message of a failed read would not say whether the change was sent.
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

export interface Claim {
  /** `isPartner`, or `unsigned.isDeveloper` for a claim that visitors set themselves. */
  name: string;
  description: string;
  /** The JSON type, if the schema declares exactly one. */
  type?: string;
  /** The allowed values, if the schema lists them. */
  values?: readonly ClaimValue[];
  /** Texts and numbers that conditions of the site compare a boolean of signed tokens with. */
  compared?: readonly (string | number)[];
}

/** Beside a claim that conditions compare with a text or number. */
export const signedOnly = 'Texts and numbers come only from tokens that your system signs.';

/** The claims of a schema in order; claims in groups follow, prefixed with the group's name. */
export function listClaims({ properties }: Pick<AdaptiveJsonSchema, 'properties'>, prefix = ''): Claim[] {
  const claims = claimsIn(properties);
  const ownClaims = claims.filter(([, claim]) => claim?.type !== 'object');
  const groups = claims.filter(([, claim]) => claim?.type === 'object');
  return [
    ...ownClaims.map(([name, claim]) => ({
      name: prefix + name,
      description: claim?.description ?? '',
      ...valuesOf(claim ?? {}),
    })),
    ...groups.flatMap(([name, group]) =>
      listClaims({ properties: group?.properties ?? {} }, `${prefix}${name}.`),
    ),
  ];
}

/** The server may return a claim without a definition. */
const claimsIn = (properties: Record<string, AdaptiveClaim | null> | null | undefined) =>
  Object.entries(properties ?? {});

/** The declared type and values. Schemas of other servers may contain any JSON Schema. */
function valuesOf(claim: Readonly<Record<string, unknown>>): Pick<Claim, 'type' | 'values'> {
  const { type, enum: listed, const: only } = claim;
  const values: readonly unknown[] = Array.isArray(listed) ? listed : only === undefined ? [] : [only];
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(values.length > 0 && values.every(isClaimValue) ? { values } : {}),
  };
}

/** Replaces a claim in the schema; adds it if `old` is null, removes it if `next` is null. */
export function withClaim(
  schema: AdaptiveJsonSchema,
  previousName: string | null,
  next: Claim | null,
): AdaptiveJsonSchema {
  const isSameGroup = next !== null && previousName !== null && groupOf(previousName) === groupOf(next.name);
  const remaining =
    previousName === null
      ? schema
      : changeGroup(schema, previousName, (all, name) => replace(all, name, isSameGroup ? next : null));
  if (next === null || isSameGroup) return remaining;
  const property = toProperty(next, previousName === null ? null : propertyOf(schema, previousName));
  return changeGroup(remaining, next.name, (all, name) => ({ ...all, [name]: property }));
}

const groupOf = (name: string) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : null);
const lastOf = (name: string) => name.slice(name.indexOf('.') + 1);

/** Keeps everything but the description, which other servers require, be it empty. */
function toProperty({ description }: Claim, before: AdaptiveClaim | null): AdaptiveClaim {
  return { ...(before ?? { type: 'boolean' }), description };
}

function propertyOf({ properties }: AdaptiveJsonSchema, name: string): AdaptiveClaim | null {
  const group = groupOf(name);
  return (group === null ? properties : properties[group]?.properties)?.[lastOf(name)] ?? null;
}

type Properties = Record<string, AdaptiveClaim>;

function replace(all: Properties, name: string, next: Claim | null): Properties {
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (key !== name) return [[key, value] as const];
      return next === null ? [] : [[lastOf(next.name), toProperty(next, value)] as const];
    }),
  );
}

function changeGroup(
  schema: AdaptiveJsonSchema,
  name: string,
  change: (properties: Properties, own: string) => Properties,
): AdaptiveJsonSchema {
  const group = groupOf(name);
  if (group === null) return { ...schema, properties: change(schema.properties, name) };
  const before: AdaptiveClaim = schema.properties[group] ?? {
    type: 'object',
    // Other servers require this very sentence.
    description: 'Unsigned claims of the site visitor.',
    additionalProperties: false,
  };
  const after = { ...before, properties: change(before.properties ?? {}, lastOf(name)) };
  return { ...schema, properties: { ...schema.properties, [group]: after } };
}

/**
 * The validation error for a new claim name, or null.
 *
 * @param taken existing names
 */
export function validateClaimName(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'Required';
  if (!/^(unsigned\.)?[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return 'Use letters, digits and _, not starting with a digit. The prefix “unsigned.” is allowed.';
  if (name === 'unsigned') return '“unsigned” is reserved for the group of unsigned claims.';
  return taken.includes(name) ? 'A claim with this name already exists.' : null;
}
