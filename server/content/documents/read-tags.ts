import type { DocumentNode } from '#api/generated/types.gen.ts';
import { decodeEntities } from '../links/parse-document.ts';
import type { BlockTag, TaggedBlock } from '../markdown/block-tags.ts';
import { fitBlocks } from './fit-blocks.ts';
import {
  block,
  codeBlock,
  type Fields,
  fieldsOf,
  link,
  paragraph,
  plainTextOf,
  refOf,
  voidBlock,
} from './nodes.ts';

type Grouped = Extract<TaggedBlock, { tag: BlockTag }>;
type ReadBlocks = (blocks: readonly TaggedBlock[]) => DocumentNode[];

const STYLES: ReadonlySet<string> = new Set(['info', 'success', 'warning', 'danger']);

/** A block between two tags. */
export function readTag({ tag, blocks }: Grouped, read: ReadBlocks): DocumentNode[] {
  const style = attribute(tag, 'style') ?? '';
  switch (tag.name) {
    case 'tabs':
      return readItems('tabs', 'tabs-item', 'tab', { blocks, read });
    case 'stepper':
      return readItems('stepper', 'stepper-step', 'step', { blocks, read });
    case 'columns':
      return readItems('columns', 'column', 'column', { blocks, read });
    case 'updates':
      return readItems('updates', 'update', 'update', { blocks, read }).map((node) =>
        node.type === 'updates' ? { ...node, data: { format: formatOf(tag) } } : node,
      );
    case 'hint': {
      const data = { style: STYLES.has(style) ? style : 'info', ...fields(tag, ['icon']) };
      return [block('hint', data, fitBlocks(read(blocks), 'hint'))];
    }
    case 'code':
      return read(blocks).map((node) => (node.type === 'code' ? withSettings(node, tag) : node));
    case 'prompt':
      return [readPrompt(tag, blocks)];
    default: {
      const voidTag = readVoidTag(tag);
      return voidTag ? [withCaption(voidTag, read(blocks))] : read(blocks);
    }
  }
}

/** How the dates of updates are written. */
function formatOf(tag: BlockTag): string {
  const format = attribute(tag, 'format') ?? '';
  return format === 'numeric' || format === 'short' ? format : 'full';
}

/** A block of a tag that needs no other one after it. */
export function readVoidTag(tag: BlockTag): DocumentNode | undefined {
  const url = attribute(tag, 'url') ?? attribute(tag, 'page') ?? attribute(tag, 'src') ?? '';
  if (tag.isEnd) return undefined;
  const spec = { kind: 'openapi', spec: attribute(tag, 'spec') ?? '' };
  switch (tag.name) {
    case 'embed':
      return url === '' ? undefined : voidBlock('embed', { url, ...flags(tag, ['fullWidth']) });
    case 'content-ref':
    case 'page-ref':
      return url === '' ? undefined : voidBlock('content-ref', { ref: refOf(url) });
    case 'file': {
      const ref = refOf(url);
      if (ref.kind === 'file') return voidBlock('file', { ref });
      return url === '' ? undefined : paragraph([link(url, [])]);
    }
    case 'openapi':
      return voidBlock('swagger', { ref: { kind: 'url', url }, ...operation(tag) });
    case 'openapi-operation':
      return voidBlock('openapi-operation', { ref: spec, ...operation(tag) });
    case 'openapi-schemas': {
      const schemas = (attribute(tag, 'schemas') ?? '').split(',').map((name) => name.trim());
      return voidBlock('openapi-schemas', { ref: spec, schemas, ...flags(tag, ['grouped']) });
    }
    default:
      return undefined;
  }
}

/** Blocks of which each has a part of the content; what is beside the parts comes after them. */
function readItems(
  type: string,
  itemType: string,
  name: string,
  { blocks, read }: { blocks: readonly TaggedBlock[]; read: ReadBlocks },
): DocumentNode[] {
  const isItem = (child: TaggedBlock): child is Grouped => 'tag' in child && child.tag.name === name;
  const items = blocks.filter(isItem).flatMap((item) => {
    const data = itemData(item.tag);
    return data ? [block(itemType, data, fitBlocks(read(item.blocks), itemType))] : read(item.blocks);
  });
  const parts = items.filter((item) => item.type === itemType);
  const others = [
    ...items.filter((item) => item.type !== itemType),
    ...read(blocks.filter((child) => !isItem(child))),
  ];
  return parts.length > 0 ? [block(type, {}, parts), ...others] : others;
}

/** The settings of a part; undefined if it can be none. */
function itemData(tag: BlockTag): Fields | undefined {
  switch (tag.name) {
    case 'tab':
      return { title: attribute(tag, 'title') ?? '', ...fields(tag, ['icon']) };
    case 'column': {
      const [, value, unit] = /^(\d{1,5}(?:\.\d{1,9})?)(%|px)?$/.exec(attribute(tag, 'width') ?? '') ?? [];
      return value === undefined ? {} : { width: { value: Number(value), unit: unit ?? 'px' } };
    }
    case 'update': {
      const date = new Date(attribute(tag, 'date') ?? '');
      if (Number.isNaN(date.getTime())) return undefined;
      const tags = (attribute(tag, 'tags') ?? '').split(',').filter((name) => name.trim() !== '');
      const refs = tags.map((name) => ({ kind: 'tag', tag: name.trim() }));
      return { date: date.toISOString(), ...(refs.length > 0 && { tags: refs }) };
    }
    default:
      return {};
  }
}

function withSettings(node: DocumentNode, tag: BlockTag): DocumentNode {
  const overflow = attribute(tag, 'overflow');
  const isKnown = overflow === 'wrap' || overflow === 'scroll';
  const settings = {
    ...fields(tag, ['title']),
    ...(isKnown && { overflow }),
    ...flags(tag, ['lineNumbers', 'fullWidth', 'expandable']),
  };
  return { ...node, data: { ...fieldsOf(node.data), ...settings } };
}

/** A text to copy, literally. */
function readPrompt(tag: BlockTag, blocks: readonly TaggedBlock[]): DocumentNode {
  const [only, ...others] = blocks.filter((child) => !('token' in child) || child.token.type !== 'space');
  const isCode = others.length === 0 && only !== undefined && 'token' in only && only.token.type === 'code';
  const source =
    isCode && 'text' in only.token ? String(only.token.text) : blocks.map(sourceOf).join('').trim();
  const data = { description: attribute(tag, 'description') ?? '', ...fields(tag, ['icon']) };
  return block('prompt', { ...data, ...flags(tag, ['openInAIProviders']) }, [codeBlock(source, {})]);
}

function sourceOf(child: TaggedBlock): string {
  if ('token' in child) return child.token.raw;
  const [first, last] = child.tokens;
  return first.raw + child.blocks.map(sourceOf).join('') + last.raw;
}

/** The content between the tags of a file or an embedded page is its caption; a link's text adds nothing. */
function withCaption(node: DocumentNode, blocks: readonly DocumentNode[]): DocumentNode {
  const caption = blocks
    .map(({ nodes = [] }) => plainTextOf(nodes))
    .join(' ')
    .trim();
  if (caption === '' || node.type === 'content-ref' || node.type === 'paragraph') return node;
  return { ...node, data: { ...fieldsOf(node.data), caption } };
}

const operation = (tag: BlockTag) => ({
  path: attribute(tag, 'path') ?? '',
  method: attribute(tag, 'method') ?? '',
});

function attribute({ attributes }: BlockTag, name: string): string | undefined {
  const value = attributes.get(name);
  return value === undefined ? undefined : decodeEntities(value);
}

function fields(tag: BlockTag, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = attribute(tag, name);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

function flags(tag: BlockTag, names: readonly string[]): Fields {
  const values = Object.entries(fields(tag, names)).filter(
    ([, value]) => value === 'true' || value === 'false',
  );
  return Object.fromEntries(values.map(([name, value]) => [name, value === 'true']));
}
