/** Blocks of Markdown in documents, as the elements that they are declared as. */
import { readAttributes } from '#api/blocks/attributes.ts';
import type { Block, BlockElement, BlockNode, BlockSlot } from '#api/blocks/block.ts';
import { blockOf, blockOfType } from '#api/blocks/index.ts';
import { englishBlockLabels } from '#api/blocks/labels.ts';
import { type BlockTag, parseTag } from '#api/blocks/tag-syntax.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** What is between the tags of a block, and where the block is among the parts of another one. */
interface BlockContent {
  nodes: DocumentNode[];
  position: number;
}

/** A block that documents have a form for; undefined for a node of another type. */
export function toDeclaredBlock(
  type: string,
  data: JsonObject,
  content: BlockContent,
): DocumentNode[] | undefined {
  const declared = blockOfType(type);
  const form = declared?.document;
  if (!declared || !form) return undefined;
  const written = Object.entries(form.attributes(data)).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const],
  );
  const values = readAttributes(declared, new Map(written));
  const caption = typeof data.caption === 'string' ? data.caption : '';
  const nodes =
    content.nodes.length === 0 && caption !== ''
      ? [{ type: 'paragraph', nodes: [{ type: 'text', text: caption }] }]
      : content.nodes;
  return toElements(declared, form.nameOf?.(data) ?? declared.name, values, { ...content, nodes });
}

/** A block of tags alone. */
export function toTagBlock({ name, attributes }: BlockTag, content: BlockContent): DocumentNode[] {
  const declared = blockOf(name);
  return toElements(declared, name, readAttributes(declared, attributes), content);
}

/** The elements of a block; several of them are in one node, as they belong together. */
function toElements(
  declared: Block,
  name: string,
  values: Readonly<Record<string, string>>,
  { nodes: content, position }: BlockContent,
): DocumentNode[] {
  const use = { name, values, position, id: '', parentId: '', text: '', hasContent: content.length > 0 };
  const nodes = declared.elements(use).flatMap((node) => toNode(node, content));
  return nodes.length > 1 ? [element('div', ['part'], nodes)] : nodes;
}

/** A node that is shown as an element with fixed classes. */
export const element = (
  name: BlockElement['element'] | 'sup',
  classes: readonly string[],
  nodes: DocumentNode[],
): DocumentNode => ({ type: 'element', element: name, classes: classes.join(' '), nodes });

/** What would be filled in there is a block, which documents don't have. */
const blockSlots: ReadonlySet<BlockSlot> = new Set(['operation', 'schemas', 'include']);

function toNode(node: BlockNode, content: DocumentNode[]): DocumentNode[] {
  if (typeof node === 'string') return [{ type: 'text', text: node }];
  if ('label' in node) {
    const { label, text = '' } = node;
    return [{ type: 'text', text: `${englishBlockLabels[label]} ${text}`.trim() }];
  }
  if ('number' in node) return [{ type: 'number', text: String(node.number) }];
  if ('code' in node) {
    const { code, language } = node;
    return [{ type: 'code', text: code, ...(language !== '' && { language }) }];
  }
  if ('content' in node) return content;
  const nodes = (node.nodes ?? []).flatMap((inner) => toNode(inner, content));
  if ('slot' in node) {
    const { slot, value } = node;
    return blockSlots.has(slot) ? nodes : [{ type: 'slot', slot, value, nodes }];
  }
  const { element: name, classes = [], attributes = {}, named, href } = node;
  // Names of elements depend on where they are shown.
  const { id: _id, for: _for, name: _name, ...settings } = attributes;
  const allSettings =
    named === undefined ? settings : { ...settings, 'aria-label': englishBlockLabels[named] };
  return [
    {
      ...element(name, classes, nodes),
      ...(Object.keys(allSettings).length > 0 && { attributes: allSettings }),
      ...(href !== undefined && { href }),
    },
  ];
}

/** More tags that are open at once belong to no block. */
const maxOpenTags = 50;

/** A tag that stands alone in a document, which has no form for its block. */
export const tagOf = ({ source }: JsonObject): BlockTag | undefined =>
  typeof source === 'string' ? parseTag(source) : undefined;

/** Puts what is between tags that stand alone into the node of the first one; leaves out end tags. */
export function groupTags(nodes: readonly JsonObject[]): readonly JsonObject[] {
  const tags = nodes.map(tagOf);
  if (tags.every((tag) => tag === undefined)) return nodes;
  const ends = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag && !tag.isEnd && open.length < maxOpenTags) open.push({ name: tag.name, index });
    const at = tag?.isEnd ? open.findLastIndex(({ name }) => name === tag.name) : -1;
    const [start] = at < 0 ? [] : open.splice(at);
    if (start) ends.set(start.index, index);
  }
  const group = (start: number, end: number): JsonObject[] => {
    const grouped: JsonObject[] = [];
    for (let index = start; index < end; index += 1) {
      const [node, tag] = [nodes[index], tags[index]];
      if (!node || tag?.isEnd) continue;
      const last = ends.get(index) ?? index;
      grouped.push(tag ? { ...node, nodes: group(index + 1, last) } : node);
      index = last;
    }
    return grouped;
  };
  return group(0, nodes.length);
}

const noteStart = /^\[\^([^\]\s]{1,100})\]:\s?/;
const noteMention = /\[\^([^\]\s]{1,100})\]/;

/** A note below a text: its number, and its text. */
export function toNote(paragraph: DocumentNode, { source }: JsonObject): DocumentNode | undefined {
  const [, label] = (typeof source === 'string' && noteStart.exec(source)) || [];
  const [first, ...others] = paragraph.nodes ?? [];
  if (label === undefined || !first) return undefined;
  const text = { ...first, text: (first.text ?? '').replace(noteStart, ' ') };
  return element('p', ['note'], [mention(label), text, ...others]);
}

const mention = (label: string): DocumentNode => element('sup', [], [{ type: 'text', text: label }]);

/** A text with the mentions of its notes. */
export function withMentions(nodes: readonly DocumentNode[], source: readonly JsonObject[]): DocumentNode[] {
  const labels = new Set(
    source.flatMap((node) => {
      const written = isJsonObject(node) && typeof node.source === 'string' ? node.source : '';
      return noteStart.exec(written)?.[1] ?? [];
    }),
  );
  if (labels.size === 0) return [...nodes];
  const split = (node: DocumentNode): DocumentNode[] => {
    if (node.type !== 'text') return [node.nodes ? { ...node, nodes: node.nodes.flatMap(split) } : node];
    if (Array.isArray(node.marks) && node.marks.includes('code')) return [node];
    return (node.text ?? '').split(noteMention).flatMap((piece, index): DocumentNode[] => {
      if (index % 2 === 0) return piece === '' ? [] : [{ ...node, text: piece }];
      return labels.has(piece) ? [mention(piece)] : [{ ...node, text: `[^${piece}]` }];
    });
  };
  return nodes.flatMap(split);
}
