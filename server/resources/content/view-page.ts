import type { FastifyRequest } from 'fastify';
import type { ContentFormat, Page } from '#api/generated/types.gen.ts';
import { notFound } from '#server/base/errors.ts';
import type { StoredContent, StoredPage } from '#server/content/pages/storage.ts';
import { sourceContext } from '#server/content/source/content-paths.ts';
import { getRenderedPage } from '#server/content/stored/rendered-page.ts';
import { loadText } from '#server/content/stored/revisions.ts';
import {
  loadSpecDocuments,
  loadSpecVersions,
  showsDefinitions,
  specOf,
} from '#server/content/stored/spec-page.ts';
import { type ContentLocation, type PageContext, toPageView, withText } from './content.rules.ts';

/** Query parameters that shape the content. */
export interface ContentQuery {
  metadata?: boolean;
  computed?: boolean;
  format?: ContentFormat;
}

type PageRequest = Pick<FastifyRequest, 'db' | 'service'> & { query: ContentQuery };

export async function pageContext(
  { db, service, query }: PageRequest,
  location: ContentLocation,
  pages: readonly StoredPage[],
): Promise<PageContext> {
  const computed = query.computed ?? true;
  return {
    location,
    service,
    metadata: query.metadata,
    specVersions: computed ? await loadSpecVersions(db, location.organizationId, pages) : undefined,
  };
}

/** Without texts. */
export async function viewPages(
  request: PageRequest,
  location: ContentLocation,
  pages: readonly StoredPage[],
): Promise<{ pages: Page[] }> {
  const context = await pageContext(request, location, pages);
  return { pages: pages.map((page) => toPageView(page, context)) };
}

/** With its text in the requested format; 404 without a page. */
export async function viewPage(
  request: PageRequest,
  location: ContentLocation,
  content: Pick<StoredContent, 'pages' | 'files'>,
  page: StoredPage | undefined,
): Promise<Page> {
  if (!page) throw notFound('page');
  const { db, query } = request;
  const context = await pageContext(request, location, [page]);
  const view = toPageView(page, context);
  if (page.type === 'group' || page.type === 'link') return view;
  const markdown = await loadText(db, page);
  const versionId = context.specVersions?.get(specOf(page) ?? '');
  const specification = versionId === undefined ? undefined : await loadSpecDocuments(db, versionId);
  const rendered = await getRenderedPage(
    {
      markdown,
      specification,
      withDefinitions: showsDefinitions(page),
      format: query.format,
      ...(query.format !== 'markdown' && { source: sourceContext(content, page) }),
    },
    location.organizationId,
  );
  return withText(view, rendered.text, rendered.computedText);
}
