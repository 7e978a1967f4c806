import type { FastifyRequest } from 'fastify';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { notFound } from '#server/base/errors.ts';
import { flattenPages, linkedTextIds } from '#server/content/pages/page-tree.ts';
import { ReusableContents, reachedContents } from '#server/content/pages/reusable-contents.ts';
import type { StoredPage, StoredReusableContent } from '#server/content/pages/storage.ts';
import { includedAddresses, loadTextLinks } from '#server/content/stored/parsed-texts.ts';
import { findRevision, loadTexts, type StoredRevision } from '#server/content/stored/revisions.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type { FindInBranch } from '#server/git-sync/pushed-files.ts';
import { compareKeys, paginateItems } from '#server/lists/keyed-items.ts';
import type { ListEnvelope, ListQuery } from '#server/lists/lists.ts';
import { type BasePath, loadContent } from '../change-requests/content-base.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { findInRepository, withGit } from './repository-places.ts';

/** For either base. */
type ContentRequest<Path = BasePath> = Pick<FastifyRequest, 'db' | 'actor' | 'cursors'> & { params: Path };

const MAX_PAGES = 1000;

/** What shows each reusable content of a revision, itself or in another one. */
interface Uses {
  pages: ReadonlyMap<string, StoredPage[]>;
  contents: ReadonlyMap<string, StoredReusableContent[]>;
}

async function findUses(db: FastifyRequest['db'], revision: StoredRevision): Promise<Uses> {
  const { pages, reusableContents } = revision;
  const links = await loadTextLinks(db, linkedTextIds(revision));
  const includesOf = (id: string | undefined) => includedAddresses(links.get(id ?? '')?.links ?? []);
  const reusable = new ReusableContents(reusableContents);
  const reachedFrom = ({ documentId, git }: Pick<StoredPage, 'documentId' | 'git'>) =>
    reachedContents(reusable, includesOf(documentId), git, includesOf).keys();
  const uses = {
    pages: new Map<string, StoredPage[]>(),
    contents: new Map<string, StoredReusableContent[]>(),
  };
  for (const page of flattenPages(pages))
    for (const id of reachedFrom(page)) uses.pages.set(id, [...(uses.pages.get(id) ?? []), page]);
  for (const content of reusableContents)
    for (const id of reachedFrom(content)) uses.contents.set(id, [...(uses.contents.get(id) ?? []), content]);
  return uses;
}

const toView = ({ id, title, documentId, git }: StoredReusableContent): ReusableContent => ({
  id,
  title,
  document: documentId,
  ...(git && { git }),
});

async function listReusableContents(
  request: ContentRequest & { query: ListQuery },
): Promise<ListEnvelope<ReusableContent>> {
  const { base, revision } = await loadContent(request, request.params);
  const gitOf = await findInRepository({ db: request.db }, base);
  const uses = await findUses(request.db, revision);
  const items = revision.reusableContents.map((content) => ({
    key: `${content.title.toLowerCase()} ${content.id}`,
    content,
  }));
  const scope = ['listReusableContents', base.space.id, base.changeRequest?.id];
  const { items: visible, ...envelope } = paginateItems(request, scope, items.toSorted(compareKeys));
  return {
    ...envelope,
    items: visible.map(({ content }) => ({
      ...toView(withGit(content, gitOf)),
      pageCount: uses.pages.get(content.id)?.length ?? 0,
    })),
  };
}

async function getReusableContent(
  request: ContentRequest<BasePath & { reusableContentId: string }>,
): Promise<ReusableContent> {
  const { base, revision } = await loadContent(request, request.params);
  const { reusableContentId: id } = request.params;
  return viewReusableContent(
    request.db,
    revision,
    id,
    await findInRepository({ db: request.db }, base, [id]),
  );
}

async function viewReusableContent(
  db: FastifyRequest['db'],
  revision: StoredRevision,
  reusableContentId: string,
  gitOf: FindInBranch = ({ git }) => git,
): Promise<ReusableContent> {
  const content = revision.reusableContents.find(({ id }) => id === reusableContentId);
  if (!content) throw notFound('reusable content');
  const texts = await loadTexts(db, [content.documentId]);
  const uses = await findUses(db, revision);
  const pages = uses.pages.get(content.id) ?? [];
  const contents = uses.contents.get(content.id) ?? [];
  return {
    ...toView(withGit(content, gitOf)),
    markdown: texts.get(content.documentId) ?? '',
    pageCount: pages.length,
    pages: pages.slice(0, MAX_PAGES).map(({ id, title, path }) => ({ id, title, path })),
    includedIn: contents.map(({ id, title }) => ({ id, title })),
  };
}

/** The same handlers for spaces and change requests, and one for revisions. */
export const reusableContentHandlers = {
  listSpaceReusableContents: listReusableContents,
  listChangeRequestReusableContents: listReusableContents,
  getSpaceReusableContent: getReusableContent,
  getChangeRequestReusableContent: getReusableContent,
  async getRevisionReusableContent({ db, actor, params }) {
    await loadSpace(db, actor, params.spaceId);
    const revision = await findRevision(db, params.spaceId, params.revisionId);
    if (!revision) throw notFound('revision');
    return viewReusableContent(db, revision, params.reusableContentId);
  },
} satisfies Handlers<
  | 'listSpaceReusableContents'
  | 'listChangeRequestReusableContents'
  | 'getSpaceReusableContent'
  | 'getChangeRequestReusableContent'
  | 'getRevisionReusableContent'
>;
