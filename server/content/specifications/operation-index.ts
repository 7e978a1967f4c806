import { parseDocument } from '../links/parse-document.ts';
import { toLexemes } from '../search/lexemes.ts';
import { defaultStemLanguages } from '../search/stems.ts';
import { limitText } from './limit-text.ts';
import { readBrief } from './read-operation.ts';
import { findOperations } from './read-reference.ts';
import { listOf, SpecSource, textIn, textOf } from './spec-source.ts';
import { visitorSpecification } from './visitor-specification.ts';

/** An operation as visitors find it. */
export interface IndexedOperation {
  /** On each page that shows the specification, unless a heading of the page's own has the same. */
  anchor: string;
  title: string;
  /** Method, path and what is written about it, as plain text. */
  body: string;
  /** In tsvector syntax. */
  words: string;
}

const MAX_BODY_LENGTH = 1000;

/** The operations of a specification that its pages show; `specification` has its documents as JSON. */
export function indexOperations(specification: string): IndexedOperation[] {
  return findOperations(new SpecSource(visitorSpecification(specification))).map((found) => {
    const { anchor, operation } = found;
    const { title, method, path, description } = readBrief(found, anchor);
    const tags = listOf(operation['tags']).slice(0, 5).map(textOf).join(' ');
    const about = parseDocument(description).sections.map((section) => `${section.title} ${section.body}`);
    const body = `${method.toUpperCase()} ${path} ${about.join(' ')}`.replace(/\s+/g, ' ').trim();
    const text = limitText(body, MAX_BODY_LENGTH);
    return {
      anchor,
      title,
      body: text,
      words: toLexemes(
        [
          { text: title, weight: 'A' },
          {
            text: limitText(`${tags} ${textIn(operation, 'operationId')} ${path}`, MAX_BODY_LENGTH),
            weight: 'B',
          },
          { text, weight: 'D' },
        ],
        defaultStemLanguages,
      ),
    };
  });
}
