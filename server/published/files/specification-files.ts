import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { isDownloadable, specOf } from '#server/content/specifications/reference-pages.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { sendAnswer } from '../answers/answers.ts';
import { sendNotFound } from '../search/not-found.ts';
import type { PlacedPage } from '../view/navigation-view.ts';
import { loadContent } from '../visit/load-contents.ts';
import { encodePath, findPlace } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';

/** The segment, below `~`, of the files of API specifications. */
export const SPECIFICATIONS = 'specifications';

const isFirstPage = ({ id, reference }: StoredPage): boolean =>
  reference === undefined || reference.root === id;

/**
 * The address of the specification that a page shows, for its first page only; undefined where its author switched it off, or
 * its files are not stored.
 */
export async function specificationUrl(
  db: Kysely<Database>,
  { base }: Pick<VisitContext, 'base'>,
  { place, content, entry: { page } }: PlacedPage,
): Promise<string | undefined> {
  const versionId = content.specVersions.get(specOf(page) ?? '');
  if (versionId === undefined || !isFirstPage(page) || !isDownloadable(page)) return undefined;
  const main = await db
    .selectFrom('api_spec_files')
    .select('name')
    .where('version_id', '=', versionId)
    .where('is_main', '=', true)
    .executeTakeFirst();
  return main && `${base}~/${SPECIFICATIONS}/${place.siteSpace.id}/${page.id}/${encodePath(main.name)}`;
}

const decompress = promisify(gunzip);

/**
 * A file of the specification that a page shows, as it was given. Its address ends with its path, so that references between
 * files work.
 */
export async function serveSpecification(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  siteSpaceId: string,
  pageId: string,
): Promise<FastifyReply> {
  const place = findPlace(visit.tree, siteSpaceId);
  const content = place && (await loadContent(request, visit, place));
  const page = content?.byId.get(pageId)?.page;
  const versionId = page && content.specVersions.get(specOf(page) ?? '');
  if (!page || versionId === undefined || !isDownloadable(page)) return sendNotFound(request, reply, visit);
  const name = visit.segments.slice(4).join('/');
  const file = await request.db
    .selectFrom('api_spec_files')
    .select(['content', 'digest'])
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!file) return sendNotFound(request, reply, visit);
  reply.headers({
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.split('/').at(-1) ?? '')}`,
    'x-robots-tag': 'noindex',
  });
  const dependsOn = [SPECIFICATIONS, name, file.digest];
  return sendAnswer(request, reply, visit, {
    type: typeOf(name),
    dependsOn,
    build: () => decompress(file.content),
  });
}

function typeOf(name: string): string {
  if (/\.json$/i.test(name)) return 'application/json; charset=utf-8';
  return /\.ya?ml$/i.test(name) ? 'application/yaml; charset=utf-8' : 'text/plain; charset=utf-8';
}
