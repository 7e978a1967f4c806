import type { FastifyInstance, FastifyRequest } from 'fastify';
import { etagOfBody, NEVER } from '#server/base/etag.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';

/** A site at a version of its structure. */
interface VersionedSite {
  site: { id: string; structure_version: string };
  service: Pick<ServiceSettings, 'version'>;
}

/** The entity tag of a site's outline at a version of its structure. It does not depend on the caller. */
export function outlineTag(
  { site, service }: { site: Pick<VersionedSite['site'], 'id'>; service: VersionedSite['service'] },
  version: string,
): string {
  // Another release may show more of the same version.
  const parts = [service.version, site.id, version];
  return `W/${etagOfBody(JSON.stringify(parts), NEVER)}`;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The entity tags of the outline before and after the change of this request. */
    structureTags: string | null;
  }
}

/** Sends the tags of changes, by which callers distinguish their own changes from those of others. */
export function registerStructureTags(app: FastifyInstance): void {
  app.decorateRequest('structureTags', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.structureTags !== null) reply.header('structure-etag', request.structureTags);
    done(null, payload);
  });
}

/**
 * Has the response of a change name its versions of the structure.
 *
 * @param context the site as it was before, read under its lock
 * @param after the version if the change has raised it; if not, the response names one that never existed
 */
export function setStructureTags(
  request: Pick<FastifyRequest, 'structureTags'>,
  context: VersionedSite,
  after: string,
): void {
  request.structureTags = `${outlineTag(context, context.site.structure_version)}, ${outlineTag(context, after)}`;
}
