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
  return { type: 'document', nodes: listOf(nodes).flatMap(toNodes) };
}

/** The text of a comment body in either form. */
export function markdownOf(body: unknown): string {
  const { markdown, document } = fieldsOf(body);
  if (typeof markdown === 'string') return markdown;
  return listOf(fieldsOf(document).nodes).map(plainText).join('\n\n').trim();
}

function plainText({ text, nodes }: JsonObject): string {
  return textOf(text) + listOf(nodes).map(plainText).join('');
}

/** The children of a node: nodes, or those of its fragments. */
const childrenOf = ({ nodes, fragments }: JsonObject): DocumentNode[] =>
  [...listOf(nodes), ...listOf(fragments).flatMap((fragment) => listOf(fragment.nodes))].flatMap(toNodes);

function toNodes(node: JsonObject): DocumentNode[] {
  if (node.object === 'text' || Array.isArray(node.leaves)) return toTexts(node);
  const type = textOf(node.type);
  const reader = converters[type];
  if (reader) return reader(node, fieldsOf(node.data));
  return [{ ...node, type: type || 'unknown', nodes: childrenOf(node) }];
}

/** Text with marks; without leaves the node itself carries the text. */
function toTexts({ leaves, text, marks }: JsonObject): DocumentNode[] {
  const pieces = Array.isArray(leaves) ? listOf(leaves) : [{ text, marks }];
  return pieces.map((piece) => ({ type: 'text', text: textOf(piece.text), ...marksOf(piece.marks) }));
}

function marksOf(marks: unknown): { marks?: string[] } {
  if (!Array.isArray(marks)) return {};
  const names = marks.map((mark: unknown) => (isJsonObject(mark) ? textOf(mark.type) : textOf(mark)));
  return { marks: names.filter((name) => name !== '') };
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

function toLink(ref: unknown, nodes: DocumentNode[]): DocumentNode {
  const href = hrefOf(ref);
  const shown = nodes.length > 0 ? nodes : [{ type: 'text', text: href ?? textOf(fieldsOf(ref).kind) }];
  return { type: 'link', ...(href !== undefined && { href }), nodes: shown };
}

function toImage({ ref, alt, caption }: JsonObject): DocumentNode {
  return { type: 'image', src: hrefOf(ref) ?? '', alt: textOf(alt) || textOf(caption) };
}

/** Content with a title: a tab, a step. */
const withTitle = (title: unknown, nodes: DocumentNode[]) =>
  textOf(title) === '' ? nodes : [bold(textOf(title)), ...nodes];

type NodeConverter = (node: JsonObject, data: JsonObject) => DocumentNode[];

const heading =
  (level: number): NodeConverter =>
  (node) => [{ type: 'heading', level, nodes: childrenOf(node), ...anchorOf(node) }];

const anchorOf = ({ meta }: JsonObject) => {
  const { id } = fieldsOf(meta);
  return typeof id === 'string' ? { anchor: id } : {};
};

const list =
  (ordered: boolean): NodeConverter =>
  (node, { start }) => [
    { type: 'list', ordered, ...(typeof start === 'number' && { start }), nodes: childrenOf(node) },
  ];

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
  code: ({ nodes }, { syntax }) => [
    {
      type: 'code',
      language: textOf(syntax),
      text: listOf(nodes)
        .map((line) =>
          childrenOf(line)
            .map(({ text = '' }) => text)
            .join(''),
        )
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
  expandable: unwrap,
  link: (node, { ref }) => [toLink(ref, childrenOf(node))],
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
