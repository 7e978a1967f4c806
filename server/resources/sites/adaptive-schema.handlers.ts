import type { Handlers } from '#server/contract.ts';
import { badRequest } from '#server/errors.ts';
import { laterThan, requireMatch } from '#server/etag.ts';
import type { AdaptiveJsonSchema, SiteAdaptiveSchema } from '#api/generated/types.gen.ts';
import { closeSchema, EMPTY_SCHEMA, findSchemaProblems } from './adaptive-schema.ts';
import { administrateSite, loadSite, recordSiteChange } from '#server/sites/load-site.ts';
import { findAdaptiveSchema, type StoredSchema, writeAdaptiveSchema } from './sites.queries.ts';

/** Before the first version of a schema; no entity tag is that old. */
const NEVER = new Date(0);

/** What is known about the visitors of a site. */
export const adaptiveSchemaHandlers = {
  async getSiteAdaptiveSchema(request) {
    const { site } = await loadSite(request);
    return toSchemaView(await findAdaptiveSchema(request.db, site.id));
  },

  async putSiteAdaptiveSchema(request) {
    const { body, clock } = request;
    const problems = findSchemaProblems(body.jsonSchema);
    if (problems.length > 0) throw badRequest('The schema is not of the shape that sites take.', problems);
    const { result } = await administrateSite(request, async (trx, site) => {
      const before = await findAdaptiveSchema(trx, site.id);
      requireMatch(request, before.updatedAt ?? NEVER);
      const updatedAt = laterThan(before.updatedAt ?? NEVER, clock.now());
      const stored = { schema: closeSchema(body.jsonSchema), updatedAt };
      await writeAdaptiveSchema(trx, site.id, stored);
      await recordSiteChange(trx, request, site, {
        action: 'putSiteAdaptiveSchema',
        summary: `Stored what is known about visitors of the site “${site.title}”.`,
        before: before.schema,
        after: stored.schema,
      });
      return stored;
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
