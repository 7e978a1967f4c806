import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { TagBlock, TaggedBlock } from '../markdown/block-tags.ts';
import { fitBlocks } from './fit-blocks.ts';
import { block, codeBlock, fieldsOf, link, paragraph, plainTextOf, text, voidBlock } from './nodes.ts';

type ReadBlocks = (blocks: readonly TaggedBlock[]) => DocumentNode[];

/** A block of tags as a document has it. */
export function readTag(tagged: TagBlock, read: ReadBlocks): DocumentNode[] {
  const { tag, block: declared, values, blocks } = tagged;
  const { document, holds } = declared;
  const content = () => read(blocks);
  if (tagged.isStray || !document)
    return [...sourceOfTag(tagged, 0), ...content(), ...sourceOfTag(tagged, 1)];
  const data = document.data(values, tag.name);
  if (holds === 'parts') return readParts(tagged, document.type, read);
  if (holds === 'code') {
    return content().map((node) =>
      node.type === 'code' ? { ...node, data: { ...fieldsOf(node.data), ...data } } : node,
    );
  }
  if (holds === 'source') return [block(document.type, data ?? {}, [codeBlock(sourceOf(blocks), {})])];
  if (declared.end === 'required') {
    return data ? [block(document.type, data, fitBlocks(content(), document.type))] : content();
  }
  if (data) return [withCaption(voidBlock(document.type, data), content())];
  const href = values['src'] ?? values['url'];
  return href === undefined ? content() : [paragraph([link(href, [])]), ...content()];
}

/** A tag that documents have no block for: its text as code, and its source for those who know more blocks. */
function sourceOfTag({ tokens }: TagBlock, at: 0 | 1): DocumentNode[] {
  const token = tokens[at];
  if (at === 1 && token === tokens[0]) return [];
  const source = token.raw.trim();
  return source.startsWith('{%') ? [{ ...paragraph([text(source, ['code'])]), source }] : [];
}

/** Blocks of which each has a part of the content; what is beside the parts comes after them. */
function readParts(
  { tag, values, block: declared, blocks }: TagBlock,
  type: string,
  read: ReadBlocks,
): DocumentNode[] {
  const isPart = (child: TaggedBlock): child is TagBlock =>
    'tag' in child && !child.isStray && child.block.parent === tag.name;
  const parts: DocumentNode[] = [];
  const others: DocumentNode[] = [];
  for (const part of blocks.filter(isPart)) {
    const { document } = part.block;
    const data = document?.data(part.values, part.tag.name);
    if (document && data) parts.push(block(document.type, data, fitBlocks(read(part.blocks), document.type)));
    else others.push(...read(part.blocks));
  }
  others.push(...read(blocks.filter((child) => !isPart(child))));
  if (parts.length === 0) return others;
  return [block(type, declared.document?.data(values, tag.name) ?? {}, parts), ...others];
}

/** The text between the tags, literally; of a single block of code, the code. */
export function sourceOf(blocks: readonly TaggedBlock[]): string {
  const [only, ...others] = blocks.filter((child) => !('token' in child) || child.token.type !== 'space');
  const isCode = others.length === 0 && only !== undefined && 'token' in only && only.token.type === 'code';
  return isCode && 'text' in only.token ? String(only.token.text) : blocks.map(rawOf).join('').trim();
}

function rawOf(child: TaggedBlock): string {
  if ('token' in child) return child.token.raw;
  const [first, last] = child.tokens;
  const inner = child.blocks.map(rawOf).join('');
  return first.raw + inner + (last === first ? '' : last.raw);
}

/** The content between the tags of a file or an embedded page is its caption; a link's text adds nothing. */
function withCaption(node: DocumentNode, blocks: readonly DocumentNode[]): DocumentNode {
  const caption = blocks
    .map(({ nodes = [] }) => plainTextOf(nodes))
    .join(' ')
    .trim();
  const isCaptioned = node.type === 'embed' || node.type === 'file';
  if (caption === '' || !isCaptioned) return node;
  return { ...node, data: { ...fieldsOf(node.data), caption } };
}
