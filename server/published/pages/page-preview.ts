import type { FastifyReply, FastifyRequest } from 'fastify';
import { decideText, gapsOf, splitTitle } from '#server/content/html/text-html.ts';
import { findPagePreview } from '#server/content/stored/page-previews.ts';
import { findNamedVersions } from '#server/content/stored/references/linked-specifications.ts';
import { externalAccess } from '#server/sites/customization.ts';
import { COMMON_ASSETS } from '../address/reader-address.ts';
import { consoleOrigin, narrowPolicy, writingHeaders } from '../address/reader-headers.ts';
import { renderReaderPage } from '../layout/layout.ts';
import type { ReaderView } from '../layout/reader-view.ts';
import { sendNotFound } from '../search/not-found.ts';
import { pageView } from '../view/page-view.ts';
import { placesOf } from '../view/reader-links.ts';
import { findShownNeighbors, withNeighbors } from '../visit/connected-content.ts';
import { loadContent } from '../visit/load-contents.ts';
import type { VisitContext } from '../visit/visit.ts';
import { IncludedTexts } from './included-texts.ts';
import { specsIn, writeReferenceBlocks } from './reference-blocks.ts';

/** The segment, below `~`, of the page whose unsaved text is previewed. */
export const PAGE_PREVIEW = 'page';

/**
 * The page with its unsaved text and nothing around it, for the frame beside the editor. Only the member who
 * wrote it gets it, and it is not cached.
 */
export async function servePagePreview(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const { db, clock, service, server } = request;
  const previewed = visit.preview?.page;
  const place = previewed && placesOf(visit.tree).get(previewed.spaceId);
  const written = place && (await loadContent(request, visit, place));
  const entry = previewed && written?.byId.get(previewed.pageId);
  if (!place || !written || !entry) return sendNotFound(request, reply, visit);
  const { previewId: id, userId } = previewed;
  const text = await findPagePreview(db, { id, userId }, clock.now());
  if (!text) return sendNotFound(request, reply, visit);
  const filled = await new IncludedTexts(db, visit.site.organizationId, written.reusableContents).fill(
    text.html,
    {
      documentId: '',
      file: entry.page.git,
      // Those of what is being written are in frames; of what it includes, all branches are shown.
      decide: (_id, included) => decideText(included, () => true),
      showsMissing: true,
    },
  );
  const { git } = entry.page;
  const addresses = gapsOf(filled.parts).flatMap(({ href, from = git }) =>
    from ? [{ from: from.path, href }] : [],
  );
  const neighbors = await findShownNeighbors(request, visit, written, addresses);
  const content = withNeighbors(written, neighbors);
  const versions = await findNamedVersions(db, visit.site.organizationId, specsIn(filled));
  const blocks = await writeReferenceBlocks(
    db,
    visit,
    { place, content, entry },
    { text: filled, versions, isForMembers: true },
  );
  const script = server.readerAssets.writingScript?.name;
  const isTitled = entry.page.source?.titleHeading === true && splitTitle(filled) !== undefined;
  const view = pageView(
    visit,
    { place, content, entry },
    {
      text: filled,
      blocks,
      copies: { variants: [], languages: [], latest: undefined, existing: [] },
      isUnavailable: false,
      frame: { place, page: entry.page, member: undefined, changes: undefined },
    },
  );
  const html = renderReaderPage({
    ...withoutSurroundings(view),
    assets: {
      ...withoutScript(view.assets),
      ...(script !== undefined && { script: `${COMMON_ASSETS}${script}` }),
    },
    // The heading that shows the title is above the text.
    writing: { lines: isTitled ? text.lines.slice(1) : text.lines, consoleOrigin: consoleOrigin(service) },
  });
  reply.headers(
    writingHeaders(request, script === undefined ? undefined : `${visit.origin}${COMMON_ASSETS}${script}`),
  );
  narrowPolicy(reply, externalAccess(visit.site.customization));
  return reply
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(html);
}

function withoutScript({ script: _script, ...styles }: ReaderView['assets']): ReaderView['assets'] {
  return styles;
}

/** Without what leads away from the page, and without what is only known of a saved one. */
function withoutSurroundings(view: ReaderView): ReaderView {
  const { main, notice: _notice, ...rest } = view;
  if (main.kind !== 'page') return view;
  const {
    cards: _cards,
    previous: _previous,
    next: _next,
    updatedAt: _at,
    markdownUrl: _url,
    feedUrl: _feedUrl,
    ...page
  } = main.page;
  const without = new Set([...page.without, 'outline' as const]);
  return { ...rest, breadcrumbs: [], main: { kind: 'page', page: { ...page, without } } };
}
