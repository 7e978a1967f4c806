/**
 * Rich text whose nodes carry their kind in `object` (block, inline, text), their settings in `data` and their text in
 * `leaves`.
 */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { type JsonObject, isJsonObject, emojiOf } from './json-object.ts';
import { toTable } from './tables.ts';

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function toDocumentNode({ nodes }: JsonObject): DocumentNode {
  const blocks = listOf(nodes).flatMap(toNodes);
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
  [...listOf(nodes), ...listOf(fragments).flatMap((fragment) => listOf(fragment.nodes))].flatMap(toNodes);

function toNodes(node: JsonObject): DocumentNode[] {
  if (node.object === 'text' || Array.isArray(node.leaves)) return toTexts(node);
  const type = textOf(node.type);
  const reader = converters[type];
  if (reader) return withPlace(node, reader(node, fieldsOf(node.data)));
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

/** A text; line breaks in it are nodes of their own. */
function textNodes(text: string, marks: { marks?: string[] }): DocumentNode[] {
  return text
    .split('\n')
    .flatMap((line, index): DocumentNode[] => [
      ...(index > 0 ? [{ type: 'break' }] : []),
      ...(line === '' && text !== '' ? [] : [{ type: 'text', text: line, ...marks }]),
    ]);
}

function marksOf(marks: unknown): { marks?: string[] } {
  if (!Array.isArray(marks)) return {};
  const names = marks.map((mark: unknown) => (isJsonObject(mark) ? textOf(mark.type) : textOf(mark)));
  const titles = names.filter((name) => name !== '');
  return titles.length > 0 ? { marks: titles } : {};
}

/** The href of a reference; undefined if it has none. */
function hrefOf(ref: unknown): string | undefined {
  const { kind, url, page, space, file, anchor } = fieldsOf(ref);
  if (kind === 'url') return textOf(url) || undefined;
  if (kind === 'file') return `/files/${textOf(file)}`;
  if (kind === 'space') return `/spaces/${textOf(space)}`;
  const within = typeof space === 'string' ? `/spaces/${space}` : '';
  if (kind === 'page') return `${within}/pages/${textOf(page)}`;
  if (kind === 'anchor')
    return `${page === undefined ? '' : `${within}/pages/${textOf(page)}`}#${textOf(anchor)}`;
  return undefined;
}

const paragraph = (...nodes: DocumentNode[]): DocumentNode => ({ type: 'paragraph', nodes });
const bold = (text: string): DocumentNode => paragraph({ type: 'text', text, marks: ['bold'] });
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

/** Content with a title: a tab, a step. */
const withTitle = (title: unknown, nodes: DocumentNode[]) =>
  textOf(title) === '' ? nodes : [bold(textOf(title)), ...nodes];

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

const unwrap: NodeConverter = (node) => childrenOf(node);

const converters: Readonly<Record<string, NodeConverter | undefined>> = {
  paragraph: (node) => [paragraph(...childrenOf(node))],
  'heading-1': heading(1),
  'heading-2': heading(2),
  'heading-3': heading(3),
  'list-ordered': list(true),
  'list-unordered': list(false),
  'list-tasks': list(false),
  'list-item': (node, { checked }) => [
    { type: 'list-item', ...(typeof checked === 'boolean' && { checked }), nodes: childrenOf(node) },
  ],
  code: ({ nodes, source }, { syntax }) => [
    {
      // HTML that the server shows unchanged.
      ...(typeof source === 'string' ? { type: 'html' } : { type: 'code', ...languageOf(syntax) }),
      text: listOf(nodes)
        .map((line) => plainText(line))
        .join('\n'),
    },
  ],
  blockquote: (node) => [{ type: 'quote', nodes: childrenOf(node) }],
  hint: (node, { style }) => [{ type: 'hint', style: textOf(style), nodes: childrenOf(node) }],
  divider: () => [{ type: 'divider' }],
  table: (node) => [toTable(node, toNodes)],
  math: (_, { formula }) => [{ type: 'code', language: 'math', text: textOf(formula) }],
  images: (node) => childrenOf(node),
  image: (node, data) => [paragraph(toImage(data)), ...childrenOf(node)],
  embed: (_, { url }) => [paragraph(toLink({ kind: 'url', url }, []))],
  file: (_, { ref }) => [paragraph(toLink(ref, [{ type: 'text', text: 'File' }]))],
  'content-ref': (_, { ref }) => [paragraph(toLink(ref, []))],
  tabs: unwrap,
  'tabs-item': (node, { title }) => withTitle(title, childrenOf(node)),
  stepper: unwrap,
  'stepper-step': unwrap,
  columns: unwrap,
  column: unwrap,
  updates: unwrap,
  update: (node, { date }) => withTitle(textOf(date).slice(0, 10), childrenOf(node)),
  expandable: unwrap,
  link: (node, { ref, title }) => [toLink(ref, childrenOf(node), title)],
  button: (_, { ref, label }) => [toLink(ref, [{ type: 'text', text: textOf(label) }])],
  mention: (_, { ref }) => [toMention(ref)],
  emoji: (_, { code: points }) => [{ type: 'text', text: emojiOf(textOf(points)) }],
  'inline-image': (_, data) => [toImage(data)],
  'inline-math': (_, { formula }) => [code(textOf(formula))],
  expression: (_, { expression }) => [code(textOf(expression))],
  // The annotated text without its explanation.
  annotation: ({ nodes }) => listOf(nodes).flatMap(toNodes),
};

/** People are identified by id only. */
function toMention(ref: unknown): DocumentNode {
  const { kind, user } = fieldsOf(ref);
  return kind === 'user' ? { type: 'text', text: `@${textOf(user)}` } : toLink(ref, []);
}
