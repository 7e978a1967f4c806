import { fillReference, type ReferenceHtml } from '#server/content/reference/packed-reference.ts';
import { pickReferenceLabels } from '#server/content/reference/reference-labels.ts';
import { pageAddress } from '#server/content/specifications/reference-pages.ts';
import type { ReferenceTexts } from '#server/content/stored/references/stored-reference.ts';
import { choosePictures, renderReaderPage } from '../layout/layout.ts';
import { messagesFor, pickTextLabels, textLanguage } from '../messages/messages.ts';
import { externalPicture } from '../view/external-hosts.ts';
import type { PlacedPage } from '../view/navigation-view.ts';
import { fillGap, type PageParts, pageView } from '../view/page-view.ts';
import { siteSpaceUrl } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';

/** The texts of an API reference in the language of its page. */
export function referenceTexts(languageTag: string): ReferenceTexts {
  return {
    language: textLanguage(languageTag),
    labels: pickReferenceLabels(messagesFor(languageTag)),
    textLabels: pickTextLabels(languageTag),
  };
}

/** The place of the reference in its page; nothing else there can be a comment. */
const PLACE = '<!--reference-->';

/**
 * A page with an API reference. Its bytes, megabytes where the specification is large, are put into the page as they are
 * stored: the event loop copies them once.
 */
export async function renderReference(
  visit: VisitContext,
  placed: PlacedPage,
  { reference, ...parts }: Omit<PageParts, 'text' | 'isReference'> & { reference: ReferenceHtml },
): Promise<Buffer> {
  const text = { parts: [PLACE], headings: [...reference.headings] };
  const page = renderReaderPage(pageView(visit, placed, { ...parts, text, isReference: true }));
  const at = page.indexOf(PLACE);
  const { content, entry, place } = placed;
  const scope = { visit, spaceUrl: siteSpaceUrl(visit.base, place), content, page: entry.page };
  const pieces = await fillReference(
    reference,
    (gap) => fillGap(scope, { ...gap, href: pageAddress(entry.page, gap.href) }),
    externalPicture(visit, scope),
  );
  const hasSources = reference.gaps.some(({ isSource }) => isSource);
  const pictureChoice =
    visit.theme !== undefined && hasSources
      ? [Buffer.from(choosePictures(Buffer.concat(pieces).toString(), visit.theme))]
      : pieces;
  return Buffer.concat([
    Buffer.from(page.slice(0, at)),
    ...pictureChoice,
    Buffer.from(page.slice(at + PLACE.length)),
  ]);
}
