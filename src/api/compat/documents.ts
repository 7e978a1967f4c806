/**
 * Rich text whose nodes carry their kind in `object` (block, inline, text), their settings in `data` and their text in
 * `leaves`.
 */
import { hrefOf as writtenHrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import {
  element,
  groupTags,
  tagOf,
  toDeclaredBlock,
  toNote,
  toTagBlock,
  withMentions,
} from './document-blocks.ts';
import { type JsonObject, isJsonObject, emojiOf } from './json-object.ts';
import { toTable } from './tables.ts';

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function toDocumentNode({ nodes }: JsonObject): DocumentNode {
  const source = listOf(nodes);
  const blocks = withMentions(blocksOf(source), source);
  const lines = blocks.map((block) => block.lines ?? []);
  const hasLines = blocks.length > 0 && lines.every(({ length }) => length === 2);
  return {
    type: 'document',
    nodes: blocks.map(({ lines: _ofDocument, ...block }) => block),
    ...(hasLines && { lines: lines.flat() }),
  };
}

/** Fields of a block that only servers like ours send: its identifier and its lines in the Markdown. */
function placeOf({ key, id, lines }: JsonObject): Pick<DocumentNode, 'id' | 'lines'> {
  const name = textOf(id) || textOf(key);
  const places = Array.isArray(lines) ? lines.filter((line) => typeof line === 'number') : [];
  return { ...(name !== '' && { id: name }), ...(places.length === 2 && { lines: places }) };
}

/** The text of a comment body in either form. */
export function markdownOf(body: unknown): string {
  const { markdown, document } = fieldsOf(body);
  if (typeof markdown === 'string') return markdown;
  return listOf(fieldsOf(document).nodes).map(plainText).join('\n\n').trim();
}

function plainText({ text, leaves, nodes }: JsonObject): string {
  const ownText = Array.isArray(leaves)
    ? listOf(leaves)
        .map((leaf) => textOf(leaf.text))
        .join('')
    : textOf(text);
  return ownText + listOf(nodes).map(plainText).join('');
}

/** The children of a node: nodes, or those of its fragments. */
const childrenOf = ({ nodes, fragments }: JsonObject): DocumentNode[] =>
  blocksOf([...listOf(nodes), ...listOf(fragments).flatMap((fragment) => listOf(fragment.nodes))]);

const blocksOf = (nodes: readonly JsonObject[]): DocumentNode[] =>
  groupTags(nodes).flatMap((node, index) => toNodes(node, index + 1));

function toNodes(node: JsonObject, position: number): DocumentNode[] {
  if (node.object === 'text' || Array.isArray(node.leaves)) return toTexts(node);
  const tag = tagOf(node);
  if (tag) return withPlace(node, toTagBlock(tag, { nodes: childrenOf(node), position }));
  const type = textOf(node.type);
  const data = fieldsOf(node.data);
  const reader = converters[type];
  if (reader) return withPlace(node, reader(node, data));
  const declared = toDeclaredBlock(type, data, { nodes: childrenOf(node), position });
  if (declared) return withPlace(node, declared);
  return [{ ...node, type: type || 'unknown', nodes: childrenOf(node) }];
}

/** The first of the nodes that a block becomes is at its place, the others on its lines, unless they have their own. */
function withPlace(node: JsonObject, [first, ...others]: DocumentNode[]): DocumentNode[] {
  const { lines, ...name } = placeOf(node);
  const onLines = lines && { lines };
  return first
    ? [{ ...onLines, ...name, ...first }, ...others.map((other) => ({ ...onLines, ...other }))]
    : [];
}

/** Text with marks; without leaves the node itself carries the text. */
function toTexts({ leaves, text, marks }: JsonObject): DocumentNode[] {
  const pieces = Array.isArray(leaves) ? listOf(leaves) : [{ text, marks }];
  return pieces.flatMap((piece) => textNodes(textOf(piece.text), marksOf(piece.marks)));
}

/** A tag of a condition, or what is left of another one; all of it is shown as code. */
const looseTag = /(\{%(?:(?:[^%]|%(?!\}))*%\})?)/;

/** A text; line breaks and tags in it are nodes of their own. */
function textNodes(text: string, marks: { marks?: string[] }): DocumentNode[] {
  const isCode = marks.marks?.includes('code') === true;
  return text.split('\n').flatMap((line, index): DocumentNode[] => {
    const pieces = isCode || !line.includes('{%') ? [line] : line.split(looseTag);
    return [
      ...(index > 0 ? [{ type: 'break' }] : []),
      ...pieces.flatMap((piece, at): DocumentNode[] => {
        if (at % 2 === 1) return [{ type: 'tag', text: piece }];
        return piece === '' && text !== '' ? [] : [{ type: 'text', text: piece, ...marks }];
      }),
    ];
  });
}

function marksOf(marks: unknown): { marks?: string[] } {
  if (!Array.isArray(marks)) return {};
  const names = marks.map((mark: unknown) => (isJsonObject(mark) ? textOf(mark.type) : textOf(mark)));
  const titles = names.filter((name) => name !== '');
  return titles.length > 0 ? { marks: titles } : {};
}

/** The href of a reference; undefined if it has none. */
const hrefOf = (ref: unknown): string | undefined => writtenHrefOf(ref) || undefined;

const paragraph = (...nodes: DocumentNode[]): DocumentNode => ({ type: 'paragraph', nodes });
const code = (text: string): DocumentNode => ({ type: 'text', text, marks: ['code'] });

function toLink(ref: unknown, nodes: DocumentNode[], title?: unknown): DocumentNode {
  const href = hrefOf(ref);
  const label = nodes.length > 0 ? nodes : [{ type: 'text', text: href ?? textOf(fieldsOf(ref).kind) }];
  const titleAttribute = textOf(title) === '' ? {} : { title };
  return { type: 'link', ...(href !== undefined && { href }), ...titleAttribute, nodes: label };
}

function toImage({ ref, alt, caption }: JsonObject): DocumentNode {
  const description = textOf(alt) || textOf(caption);
  const title = textOf(alt) !== '' && textOf(caption) !== '' ? { title: caption } : {};
  return { type: 'image', src: hrefOf(ref) ?? '', alt: description, ...title };
}

type NodeConverter = (node: JsonObject, data: JsonObject) => DocumentNode[];

const heading =
  (level: number): NodeConverter =>
  (node, { level: own }) => [
    {
      type: 'heading',
      level: typeof own === 'number' ? own : level,
      nodes: childrenOf(node),
      ...anchorOf(node),
    },
  ];

const anchorOf = ({ meta }: JsonObject) => {
  const { id } = fieldsOf(meta);
  return typeof id === 'string' ? { anchor: id } : {};
};

const list =
  (ordered: boolean): NodeConverter =>
  (node, { start }) => [
    {
      type: 'list',
      ordered,
      ...(typeof start === 'number' && start !== 1 && { start }),
      nodes: childrenOf(node),
    },
  ];

const languageOf = (syntax: unknown) => (textOf(syntax) === '' ? {} : { language: textOf(syntax) });

/** Pictures with their captions; several ones are beside one another. */
function toFigure({ nodes }: JsonObject): DocumentNode[] {
  const pictures = listOf(nodes).map((picture) => {
    const caption = childrenOf(picture).flatMap((block) => block.nodes ?? [block]);
    const captions = caption.length === 0 ? [] : [element('figcaption', [], caption)];
    return element('figure', [], [toImage(fieldsOf(picture.data)), ...captions]);
  });
  return pictures.length > 1 ? [element('div', ['gallery'], pictures)] : pictures;
}

/** What is shown when its title is pressed. */
function toExpandable({ fragments, nodes }: JsonObject): DocumentNode[] {
  const parts = listOf(fragments);
  const title = parts.find(({ type }) => type === 'expandable-title') ?? {};
  const summary = childrenOf(title).flatMap((block) => block.nodes ?? [block]);
  const others = parts.filter((part) => part !== title).flatMap((part) => listOf(part.nodes));
  const body = blocksOf([...others, ...listOf(nodes)]);
  return [element('details', [], [element('summary', [], summary), ...body])];
}

const converters: Readonly<Record<string, NodeConverter | undefined>> = {
  paragraph(node) {
    const content = paragraph(...childrenOf(node));
    return [toNote(content, node) ?? content];
  },
  'heading-1': heading(1),
  'heading-2': heading(2),
  'heading-3': heading(3),
  'list-ordered': list(true),
  'list-unordered': list(false),
  'list-tasks': list(false),
  'list-item': (node, { checked }) => [
    { type: 'list-item', ...(typeof checked === 'boolean' && { checked }), nodes: childrenOf(node) },
  ],
  code: ({ nodes, source }, { syntax, title }) => [
    {
      // HTML that the server shows unchanged.
      ...(typeof source === 'string' ? { type: 'html' } : { type: 'code', ...languageOf(syntax) }),
      ...(textOf(title) !== '' && { title }),
      text: listOf(nodes)
        .map((line) => plainText(line))
        .join('\n'),
    },
  ],
  blockquote: (node) => [{ type: 'quote', nodes: childrenOf(node) }],
  divider: () => [{ type: 'divider' }],
  table: (node) => [toTable(node, { blocksOf, toLink, toImage })],
  math: (_, { formula }) => [{ type: 'code', language: 'math', text: textOf(formula) }],
  images: toFigure,
  image: (node) => toFigure({ nodes: [node] }),
  expandable: toExpandable,
  link: (node, { ref, title }) => [toLink(ref, childrenOf(node), title)],
  button: (_, { ref, label }) => [toLink(ref, [{ type: 'text', text: textOf(label) }])],
  mention: (_, { ref }) => [toMention(ref)],
  emoji: (_, { code: points }) => [{ type: 'text', text: emojiOf(textOf(points)) }],
  'inline-image': (_, data) => [toImage(data)],
  'inline-math': (_, { formula }) => [code(textOf(formula))],
  expression: (_, { expression }) => [code(textOf(expression))],
  // The annotated text without its explanation.
  annotation: ({ nodes }) => blocksOf(listOf(nodes)),
};

/** People are identified by id only. */
function toMention(ref: unknown): DocumentNode {
  const { kind, user } = fieldsOf(ref);
  return kind === 'user' ? { type: 'text', text: `@${textOf(user)}` } : toLink(ref, []);
}
