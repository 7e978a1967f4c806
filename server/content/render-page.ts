import type { ContentFormat, DocumentNode } from '#api/generated/types.gen.ts';
import { toDocument } from './document-nodes.ts';
import { renderSpecPage } from './spec-page.ts';

/** What a page is written from. */
export interface PageSource {
  /** The text that people wrote. */
  markdown: string;
  /** The documents of the API specification that the page shows, as JSON. */
  specification?: string | undefined;
  format?: ContentFormat | undefined;
}

/** The text of a page in the form that was asked for. */
export interface RenderedPage<Document = DocumentNode> {
  text: { markdown: string } | { document: Document };
  /** All of the text, where some of it was built. */
  computedText: string;
}

/** The text of a page in the form that is asked for. */
export function renderPage({ markdown: source, specification, format }: PageSource): RenderedPage {
  const built = specification === undefined ? '' : renderSpecPage(JSON.parse(specification));
  const markdown = source !== '' && built !== '' ? `${source.trimEnd()}\n\n${built}` : source + built;
  const text = format === 'markdown' ? { markdown } : { document: toDocument(markdown) };
  return { text, computedText: built === '' ? '' : markdown };
}

/** The same with the document as JSON, which takes a fraction of the time to hand on. */
export function renderPageAsJson(source: PageSource): RenderedPage<string> {
  const { text, computedText } = renderPage(source);
  return { text: 'document' in text ? { document: JSON.stringify(text.document) } : text, computedText };
}
