import type { AdaptiveJsonSchema, SiteAdaptiveSchema } from '#api/generated/types.gen.ts';
import { badRequest } from '#server/base/errors.ts';
import { laterThan, assertIfMatch, NEVER } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { manageSite, loadSite, recordSiteChange } from '#server/sites/load-site.ts';
import { findAdaptiveSchema, type StoredSchema, updateAdaptiveSchema } from './sites.queries.ts';

/** `path` as in the request: `body.jsonSchema.properties.beta`. */
export interface SchemaProblem {
  path: string;
  message: string;
}

const ROOT = 'body.jsonSchema';

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

const ROOT_KEYWORDS = [
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'type',
  'properties',
  'additionalProperties',
];

const GROUP_KEYWORDS = ['$comment', 'title', 'description', 'type', 'properties', 'additionalProperties'];

const CLAIM_KEYWORDS = ['$comment', 'title', 'description', 'type', 'default'];

/** The schema of a site without a stored one: no claims. */
export const EMPTY_SCHEMA: AdaptiveJsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {},
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/**
 * Problems of a schema: only boolean claims and one group `unsigned` of boolean claims are supported, both without
 * additional properties. Empty where valid.
 */
export function findSchemaProblems(schema: AdaptiveJsonSchema): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  if (schema.$schema !== undefined && !DRAFT_07.test(schema.$schema)) {
    problems.push({ path: `${ROOT}.$schema`, message: 'Must be JSON Schema draft-07.' });
  }
  problems.push(
    ...keywordProblems(ROOT, schema, ROOT_KEYWORDS),
    ...additionalPropertiesProblems(ROOT, schema),
  );
  for (const [name, claim] of Object.entries(schema.properties)) {
    const path = `${ROOT}.properties.${name}`;
    problems.push(...(name === 'unsigned' ? groupProblems(path, claim) : claimProblems(path, claim)));
  }
  return problems;
}

/** The schema with explicit `additionalProperties: false`. */
export function closeSchema(schema: AdaptiveJsonSchema): AdaptiveJsonSchema {
  const { unsigned } = schema.properties;
  const properties = unsigned
    ? { ...schema.properties, unsigned: { ...unsigned, additionalProperties: false } }
    : schema.properties;
  return { ...schema, properties, additionalProperties: false };
}

type Claim = AdaptiveJsonSchema['properties'][string];

function groupProblems(path: string, group: Claim): SchemaProblem[] {
  if (group.type !== 'object')
    return [{ path: `${path}.type`, message: 'Must be "object", since "unsigned" is a group of claims.' }];
  const claims = Object.entries(group.properties ?? {});
  return [
    ...keywordProblems(path, group, GROUP_KEYWORDS),
    ...additionalPropertiesProblems(path, group),
    ...claims.flatMap(([name, claim]) => claimProblems(`${path}.properties.${name}`, claim)),
  ];
}

function claimProblems(path: string, claim: Claim): SchemaProblem[] {
  if (claim.type !== 'boolean') return [{ path: `${path}.type`, message: 'Must be "boolean".' }];
  return keywordProblems(path, claim, CLAIM_KEYWORDS);
}

function keywordProblems(path: string, value: object, known: readonly string[]): SchemaProblem[] {
  return Object.keys(value)
    .filter((keyword) => !known.includes(keyword))
    .map((keyword) => ({ path: `${path}.${keyword}`, message: 'Is not supported here.' }));
}

function additionalPropertiesProblems(
  path: string,
  value: { additionalProperties?: boolean },
): SchemaProblem[] {
  if (value.additionalProperties !== true) return [];
  return [{ path: `${path}.additionalProperties`, message: 'Must be false.' }];
}

/** The schema of visitor claims for adaptive content. */
export const adaptiveSchemaHandlers = {
  async getSiteAdaptiveSchema(request) {
    const { site } = await loadSite(request);
    return toSchemaView(await findAdaptiveSchema(request.db, site.id));
  },

  async putSiteAdaptiveSchema(request) {
    const { body, clock } = request;
    const problems = findSchemaProblems(body.jsonSchema);
    if (problems.length > 0) throw badRequest('The adaptive schema is not valid.', problems);
    const { result } = await manageSite(request, async (trx, site) => {
      const before = await findAdaptiveSchema(trx, site.id);
      assertIfMatch(request, before.updatedAt ?? NEVER);
      const updatedAt = laterThan(before.updatedAt ?? NEVER, clock.now());
      const storedSchema = { schema: closeSchema(body.jsonSchema), updatedAt };
      await updateAdaptiveSchema(trx, site.id, storedSchema);
      await recordSiteChange(trx, request, site, {
        action: 'putSiteAdaptiveSchema',
        summary: `Changed the adaptive schema of the site “${site.title}”.`,
        before: before.schema,
        after: storedSchema.schema,
      });
      return storedSchema;
    });
    return toSchemaView(result);
  },
} satisfies Handlers<'getSiteAdaptiveSchema' | 'putSiteAdaptiveSchema'>;

function toSchemaView({ schema, updatedAt }: StoredSchema): SiteAdaptiveSchema {
  const jsonSchema: AdaptiveJsonSchema = schema ?? EMPTY_SCHEMA;
  return {
    object: 'site-adaptive-schema',
    jsonSchema,
    ...(updatedAt && { updatedAt: updatedAt.toISOString() }),
  };
}
