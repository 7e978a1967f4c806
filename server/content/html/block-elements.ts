import type { BlockElement, BlockNode, BlockSlot } from '#api/blocks/block.ts';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { writeCode } from './code.ts';
import { escapeHtml } from './escape.ts';
import { attribute, HtmlWriter, type StartTag } from './html-writer.ts';
import { harmlessUrl, isAbsolute } from './urls.ts';

/** Writes what is between the tags of a block. */
export interface BlockContent {
  blocks: () => void;
  source: () => string;
}

const PHRASING: ReadonlySet<BlockElement['element']> = new Set([
  'a',
  'code',
  'input',
  'label',
  'small',
  'span',
  'strong',
  'time',
]);
/** What is filled in there is a block. */
const BLOCK_SLOTS: ReadonlySet<BlockSlot> = new Set(['operation', 'schemas', 'include']);

/** Writes the elements that a block is declared as. */
export function writeBlockNodes(
  writer: HtmlWriter,
  nodes: readonly BlockNode[],
  content: BlockContent,
): void {
  for (const node of nodes) {
    if (typeof node === 'string') writer.text(escapeHtml(node));
    else if ('label' in node) writer.label(node);
    else if ('number' in node) writer.text(String(node.number));
    else if ('element' in node) writeElement(writer, node, content);
    else if ('slot' in node) {
      const { slot, value } = node;
      const isBlock = BLOCK_SLOTS.has(slot);
      writer.slot({ slot, value, fallback: partsOf(writer, node.nodes ?? [], content) }, isBlock);
    } else if ('code' in node) writeCode(writer, { code: node.code, info: node.language });
    else if (node.content === 'source') writeCode(writer, { code: content.source(), info: '' });
    else content.blocks();
  }
}

function partsOf(outer: HtmlWriter, nodes: readonly BlockNode[], content: BlockContent): TextHtml['parts'] {
  const writer = new HtmlWriter({ isInLink: outer.isInside('a') });
  writeBlockNodes(writer, nodes, content);
  writer.end();
  return writer.parts;
}

function writeElement(writer: HtmlWriter, node: BlockElement, content: BlockContent): void {
  const { element, classes = [], attributes = {}, named, nodes = [] } = node;
  const href = node.href === undefined ? undefined : harmlessUrl(node.href, 'link');
  // A link can't be in a link.
  const isFree = element === 'a' && !writer.isInside('a');
  const isLink = isFree && href !== undefined;
  const isPlace = isFree && node.to !== undefined;
  const name = element === 'a' && !isLink && !isPlace ? 'span' : element;
  const start: StartTag = [
    (classes.length === 0 ? '' : attribute('class', classes.join(' '))) +
      written(attributes) +
      (isPlace ? attribute('href', `#${node.to}`) : ''),
    ...(named === undefined ? [] : [' aria-label="', { label: named }, '"']),
    ...(isLink ? [{ kind: 'link', href } as const, isAbsolute(href) ? ' rel="noopener"' : ''] : []),
  ];
  if (element === 'input') writer.empty(name, start);
  else writer.element(name, start, () => writeBlockNodes(writer, nodes, content), !PHRASING.has(element));
}

/** An attribute without a value, such as `checked`, has the value ''. */
const written = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : value === '' ? ` ${name}` : attribute(name, value)))
    .join('');
