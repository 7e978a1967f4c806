import type { FastifyRequest } from 'fastify';
import type { ContentFormat, Page } from '#api/generated/types.gen.ts';
import { findTargets } from '#api/source-links.ts';
import type { Membership } from '#server/access/actor.ts';
import { isVisible } from '#server/access/content-access.ts';
import { notFound } from '#server/base/errors.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredContent, StoredPage } from '#server/content/pages/storage.ts';
import { sourceContext } from '#server/content/source/content-paths.ts';
import { showsDefinitions, showsSpec, specOf } from '#server/content/specifications/reference-pages.ts';
import { withConnectedPages } from '#server/content/stored/connected-pages.ts';
import { expandReferences, loadSpecDocuments } from '#server/content/stored/references/spec-page.ts';
import { getRenderedPage } from '#server/content/stored/rendered-page.ts';
import { loadText } from '#server/content/stored/revisions.ts';
import type { FindInBranch } from '#server/git-sync/pushed-files.ts';
import { type ContentLocation, type PageContext, toPageView, withText } from './content.rules.ts';

/** Query parameters that shape the content. */
export interface ContentQuery {
  metadata?: boolean;
  computed?: boolean;
  format?: ContentFormat;
}

type PageRequest = Pick<FastifyRequest, 'db' | 'service'> & { query: ContentQuery };

/** The pages of a revision, with those of its API references unless they are not to be computed. */
export async function computePages(
  { db, service, query }: PageRequest,
  location: ContentLocation,
  stored: readonly StoredPage[],
  { withSchemas = false }: { withSchemas?: boolean } = {},
): Promise<{ pages: readonly StoredPage[]; context: PageContext }> {
  const { computed = true, metadata } = query;
  const isExpanded = computed && showsSpec(stored);
  const { pages, versions } = isExpanded
    ? await expandReferences(db, location.organizationId, stored, { withSchemas })
    : { pages: stored, versions: new Map<string, string>() };
  return { pages, context: { location, service, metadata, specVersions: computed ? versions : undefined } };
}

/** Without texts. */
export async function viewPages(
  request: PageRequest,
  location: ContentLocation,
  stored: readonly StoredPage[],
  gitOf?: FindInBranch,
): Promise<{ pages: Page[] }> {
  const { pages, context } = await computePages(request, location, stored);
  return { pages: pages.map((page) => toPageView(page, { ...context, gitOf })) };
}

/** A revision whose page is asked for. */
interface ViewedContent extends Pick<StoredContent, 'pages' | 'files' | 'book'> {
  /** Who reads the pages of a space that Git Sync connects: paths may lead to the other spaces of the repository that they see. */
  synchronizedFor?: Membership | undefined;
  /** Finds where a repository has some pages now; what they say themselves by default. */
  findGit?: (pageIds: readonly string[]) => Promise<FindInBranch>;
}

/** The page of a revision that `find` finds, with its text in the requested format; 404 without one. */
export async function viewPage(
  request: PageRequest,
  location: ContentLocation,
  content: ViewedContent,
  find: (pages: readonly StoredPage[]) => StoredPage | undefined,
): Promise<Page> {
  const { db, query } = request;
  const { pages, context } = await computePages(request, location, content.pages, { withSchemas: true });
  const page = find(pages);
  if (!page) throw notFound('page');
  const gitOf = await content.findGit?.(flattenPages([page]).map(({ id }) => id));
  const view = toPageView(page, { ...context, gitOf });
  if (page.type === 'group' || page.type === 'link') return view;
  const markdown = await loadText(db, page);
  const versionId = context.specVersions?.get(specOf(page) ?? '');
  const specification = versionId === undefined ? undefined : await loadSpecDocuments(db, versionId);
  const withDefinitions = showsDefinitions(page);
  const rendered = await getRenderedPage(
    {
      markdown,
      specification,
      withDefinitions,
      page: referenceOf(page),
      format: query.format,
      ...(query.format !== 'markdown' && {
        source: sourceContext(await withNeighbors(request, location, content, { page, markdown }), page),
      }),
    },
    location.organizationId,
  );
  return withText(view, rendered.text, rendered.computedText);
}

/** The content with the pages of other spaces that a text leads to. */
async function withNeighbors(
  { db }: PageRequest,
  { spaceId }: ContentLocation,
  content: ViewedContent,
  { page: { git }, markdown }: { page: StoredPage; markdown: string },
): Promise<ViewedContent> {
  const { synchronizedFor: viewer } = content;
  if (!viewer || !git || !markdown.includes('..')) return content;
  const addresses = findTargets(markdown).map(({ target }) => ({ from: git.path, href: target }));
  return withConnectedPages(db, { ...content, spaceId }, addresses, isVisible(viewer, 'spaces'));
}

function referenceOf({ id, reference }: StoredPage): Pick<StoredPage, 'id' | 'reference'> {
  return { id, ...(reference && { reference }) };
}
