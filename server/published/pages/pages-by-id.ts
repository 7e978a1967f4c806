import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirect, sendAnswer } from '../answers/answers.ts';
import { renderWholeTree } from '../layout/layout-navigation.ts';
import { sendNotFound } from '../search/not-found.ts';
import { copyUrl, findCopy, languageOf, treeItems } from '../view/navigation-view.ts';
import { findPreviewChanges } from '../view/preview-changes.ts';
import { loadContent, loadContents } from '../visit/load-contents.ts';
import { pageUrl } from '../visit/reader-content.ts';
import { findPlace, siteSpaceUrl } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';

/** Finds a page by its id, at its current address: links between spaces use it. */
export async function servePageById(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  siteSpaceId: string,
  pageId: string,
): Promise<FastifyReply> {
  const place = findPlace(visit.tree, siteSpaceId);
  const content = place && (await loadContent(request, visit, place));
  const entry = content?.byId.get(pageId);
  if (!place || !content || !entry) return sendNotFound(request, reply, visit);
  return redirect(reply, visit, pageUrl(siteSpaceUrl(visit.base, place), content, entry.page), false);
}

/** A page in another variant of its section: pages of sections with many variants do not know where it is in each. */
export async function serveCopy(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  toId: string,
  fromId: string,
  pageId: string,
): Promise<FastifyReply> {
  const to = findPlace(visit.tree, toId);
  const from = findPlace(visit.tree, fromId);
  if (!to || from?.section.id !== to.section.id) return sendNotFound(request, reply, visit);
  const contents = await loadContents(request, visit, [from.siteSpace.spaceId, to.siteSpace.spaceId]);
  const source = contents.get(from.siteSpace.spaceId);
  const target = contents.get(to.siteSpace.spaceId);
  if (!target) return sendNotFound(request, reply, visit);
  const entry = source?.byId.get(pageId);
  const copy = source && entry ? findCopy(target, source, entry) : undefined;
  return redirect(reply, visit, copyUrl(siteSpaceUrl(visit.base, to), target, copy), false);
}

/** The whole page tree of a space, as HTML: pages of large spaces have only the open branches of it. */
export async function serveTree(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  siteSpaceId: string,
): Promise<FastifyReply> {
  const place = findPlace(visit.tree, siteSpaceId);
  const content = place && (await loadContent(request, visit, place));
  if (!place || !content) return sendNotFound(request, reply, visit);
  const changes = await findPreviewChanges(request, visit, place);
  reply.header('x-robots-tag', 'noindex');
  return sendAnswer(request, reply, visit, {
    type: 'text/html; charset=utf-8',
    dependsOn: ['tree', siteSpaceId, content.key],
    frame: { member: undefined, changes },
    build: () => renderWholeTree(treeItems(visit, { place, content }, changes), languageOf(visit, place)),
  });
}
