import { refOf } from '#api/blocks/references.ts';
import type { ContentFormat, DocumentNode } from '#api/generated/types.gen.ts';
import { toPageDocument, toPlainDocument } from '../documents/document-nodes.ts';
import type { StoredPage } from '../pages/storage.ts';
import { referenceLabels, type ReferenceLabels } from '../reference/reference-labels.ts';
import { renderReferenceMarkdown } from '../reference/write-markdown.ts';
import { idAddressOf, type SourceContext } from '../source/content-paths.ts';
import { fillIncludes, type IncludedSources } from '../source/included-markdown.ts';
import { withPageAddresses } from '../specifications/reference-pages.ts';
import { visitorSpecification } from '../specifications/visitor-specification.ts';
import { visitorText } from '../visitor-text/visitor-text.ts';

/** The inputs of a rendered page. */
export interface PageSource {
  /** The Markdown that people wrote. */
  markdown: string;
  /** The documents of the page's API specification, as JSON. */
  specification?: string | undefined;
  /** The words of what is made from the specification; English without them. */
  labels?: ReferenceLabels;
  /** Whether definitions that operations share are shown too. */
  withDefinitions?: boolean;
  /** The page, for the addresses of others of its reference. */
  page?: Pick<StoredPage, 'id' | 'reference'>;
  format?: ContentFormat | undefined;
  /** Whether it is for visitors, who get no conditions. */
  isForVisitors?: boolean;
  /** The file of the page, if it came from one: what addresses in a document refer to. */
  source?: SourceContext | undefined;
  /** What the text includes; without it, its tags stay as they are written. */
  included?: (IncludedSources & { paths: SourceContext['paths'] }) | undefined;
}

/** The text of a page in the requested format. */
export interface RenderedPage<Document = DocumentNode> {
  text: { markdown: string } | { document: Document };
  /** The whole text, if a part of it was computed; else empty. */
  computedText: string;
}

/** Renders the text of a page in the requested format. */
export function renderPage(input: PageSource): RenderedPage {
  const {
    specification,
    labels = referenceLabels,
    withDefinitions = true,
    format,
    isForVisitors,
    page,
  } = input;
  const readText = isForVisitors === true ? visitorText : (text: string) => text;
  const source = input.included
    ? fillIncludes(input.markdown, { ...input.included, source: input.source, read: readText })
    : readText(input.markdown);
  const read = isForVisitors === true ? visitorSpecification : JSON.parse;
  const options = { labels, withDefinitions, part: page?.reference?.part };
  const written = specification === undefined ? '' : renderReferenceMarkdown(read(specification), options);
  const built = page ? withPageAddresses(page, written) : written;
  const markdown = source !== '' && built !== '' ? `${source.trimEnd()}\n\n${built}` : source + built;
  const text =
    format === 'markdown'
      ? { markdown }
      : { document: withIdReferences(toPageDocument(markdown), input.source) };
  return { text, computedText: built === '' ? '' : markdown };
}

/** A document whose references to files of the book have ids. */
function withIdReferences(document: DocumentNode, source: SourceContext | undefined): DocumentNode {
  if (!source) return document;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('kind' in value && value.kind === 'url' && 'url' in value && typeof value.url === 'string') {
      const address = idAddressOf(source, value.url);
      if (address === undefined) return;
      Reflect.deleteProperty(value, 'url');
      Object.assign(value, refOf(address));
      return;
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(document);
  return document;
}

/**
 * Characters of a document as JSON. It can have twenty times the length of its text, and is in memory several times until
 * it is sent; where it would be longer, the text is shown as it was written.
 */
const MAX_DOCUMENT_LENGTH = 10_000_000;

function toJson(document: DocumentNode, markdown: string): string {
  const json = JSON.stringify(document);
  return json.length <= MAX_DOCUMENT_LENGTH ? json : JSON.stringify(toPlainDocument(markdown));
}

/** The same with the document as JSON, which is much faster to transfer. */
export function renderPageAsJson(source: PageSource): RenderedPage<string> {
  const { text, computedText } = renderPage(source);
  if (!('document' in text)) return { text, computedText };
  return { text: { document: toJson(text.document, computedText || source.markdown) }, computedText };
}
