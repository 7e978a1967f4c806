import type { FastifyRequest } from 'fastify';
import { loadReaderContent, type ReaderContent, withReferences } from './reader-content.ts';
import type { Place } from './site-tree.ts';
import { revisionsOf, type Visit } from './visit.ts';

/** The current content of spaces, by space id. */
export async function loadContents(
  request: Pick<FastifyRequest, 'db'>,
  visit: Pick<Visit, 'site' | 'preview'>,
  spaceIds: readonly string[],
): Promise<Map<string, ReaderContent>> {
  const revisions = await revisionsOf(request, visit, spaceIds);
  const contents = new Map<string, ReaderContent>();
  for (const spaceId of spaceIds) {
    const revision = revisions.get(spaceId);
    const content = revision === undefined ? undefined : await loadReaderContent(request.db, revision);
    if (content) contents.set(spaceId, await withReferences(request.db, visit.site.organizationId, content));
  }
  return contents;
}

/** The current content of the space at a place. */
export async function loadContent(
  request: Pick<FastifyRequest, 'db'>,
  visit: Pick<Visit, 'site' | 'preview'>,
  { siteSpace: { spaceId } }: Pick<Place, 'siteSpace'>,
): Promise<ReaderContent | undefined> {
  return (await loadContents(request, visit, [spaceId])).get(spaceId);
}
