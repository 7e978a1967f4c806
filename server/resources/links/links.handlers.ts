import type { LinkList, LinkReference, LinkStatus } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { notFound } from '#server/base/errors.ts';
import { findPage, flattenPages } from '#server/content/pages/page-tree.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { compareKeys, paginateItems } from '#server/lists/keyed-items.ts';
import { countRows, type ListEnvelope, type ListQuery, readPage, toEnvelope } from '#server/lists/lists.ts';
import type { BasePath } from '../change-requests/content-base.ts';
import { loadLinks, findLinkedSpaces, type LinksRequest, selectBrokenSpaces } from './links.queries.ts';
import {
  type BrokenIn,
  countLinks,
  groupLinks,
  pagesWithFile,
  pagesWithLinkTo,
  toBacklink,
  toLinkItem,
} from './links.rules.ts';

type LinkListRequest = LinksRequest & {
  params: BasePath & { pageId?: string };
  query: ListQuery & { status?: LinkStatus; brokenContext?: BrokenIn };
};
type PageBacklinkRequest = LinksRequest & {
  params: BasePath & { pageId: string };
  query: ListQuery & { subpages?: boolean };
};
type BacklinkRequest = LinksRequest & { params: BasePath & { fileId: string }; query: ListQuery };

async function listLinks(request: LinkListRequest): Promise<LinkList> {
  const { params, query, db } = request;
  const { base, links, context } = await loadLinks(request, params);
  const filter = { status: query.status, brokenIn: query.brokenContext };
  const scope = ['listLinks', base.space.id, base.changeRequest?.id, params.pageId, filter];
  const page = paginateItems(request, scope, groupLinks(links, filter));
  const others = await findLinkedSpaces(
    db,
    base.viewer,
    page.items.map(({ target }) => target),
  );
  return {
    ...page,
    items: page.items.map((group) => toLinkItem(group, context, others)),
    stats: countLinks(links),
  };
}

async function listBacklinks(request: BacklinkRequest): Promise<ListEnvelope<LinkReference>> {
  const { params } = request;
  const { base, revision, links, context } = await loadLinks(request, params);
  const file = revision.files.find(({ id }) => id === params.fileId);
  if (!file) throw notFound('file');
  const pages = pagesWithFile(links, file.id).map((page) => ({ key: `${page.path} ${page.id}`, page }));
  const scope = ['listBacklinks', base.space.id, base.changeRequest?.id, file.id];
  const { items, ...envelope } = paginateItems(request, scope, pages.toSorted(compareKeys));
  return { ...envelope, items: items.map(({ page }) => toBacklink(page, context, file)) };
}

const baseOf = ({ spaceId, changeRequestId }: BasePath): BasePath => ({
  spaceId,
  ...(changeRequestId !== undefined && { changeRequestId }),
});

async function listPageBacklinks(request: PageBacklinkRequest): Promise<ListEnvelope<LinkReference>> {
  const { params, query } = request;
  const { base, revision, links, context } = await loadLinks(request, baseOf(params));
  const page = findPage(revision.pages, params.pageId);
  if (!page) throw notFound('page');
  const targets = query.subpages === true ? flattenPages([page]) : [page];
  const linking = pagesWithLinkTo(links, new Set(targets.map(({ id }) => id)));
  const pages = linking.map((from) => ({ key: `${from.path} ${from.id}`, from }));
  const scope = ['listPageBacklinks', base.space.id, base.changeRequest?.id, page.id, query.subpages];
  const { items, ...envelope } = paginateItems(request, scope, pages.toSorted(compareKeys));
  return { ...envelope, items: items.map(({ from }) => toBacklink(from, context)) };
}

/** Links, backlinks and spaces with broken links. */
export const linkHandlers = {
  listSpaceLinks: listLinks,
  listSpacePageLinks: listLinks,
  listChangeRequestLinks: listLinks,
  listChangeRequestPageLinks: listLinks,
  listSpaceFileBacklinks: listBacklinks,
  listChangeRequestFileBacklinks: listBacklinks,
  listSpacePageBacklinks: listPageBacklinks,
  listChangeRequestPageBacklinks: listPageBacklinks,

  async listBrokenLinks(request) {
    const { params, actor, db } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    const query = selectBrokenSpaces(db, viewer);
    const page = await readPage(request, {
      scope: {
        operation: 'listBrokenLinks',
        organizationId: viewer.organizationId,
        filters: [viewer.userId],
      },
      query: query.select(['spaces.id', 'spaces.title', 'spaces.emoji', 'space_indexes.broken']),
      order: [
        { column: 'space_indexes.broken', direction: 'desc' },
        { column: 'spaces.id', direction: 'desc' },
      ],
      keysOf: ({ broken, id }) => [broken, id],
      count: () => countRows(query),
    });
    return toEnvelope(page, ({ id, title, emoji, broken }) => ({ space: { id, title, emoji }, broken }));
  },
} satisfies Handlers<
  | 'listSpaceLinks'
  | 'listSpacePageLinks'
  | 'listChangeRequestLinks'
  | 'listChangeRequestPageLinks'
  | 'listSpaceFileBacklinks'
  | 'listChangeRequestFileBacklinks'
  | 'listSpacePageBacklinks'
  | 'listChangeRequestPageBacklinks'
  | 'listBrokenLinks'
>;
