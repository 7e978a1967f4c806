/** Helpers to read document nodes, whose further fields are unknown. */
import type { ReactNode } from 'react';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { pictureUrl } from '#src/lib/text/urls.ts';
import { NamedIcon } from '../icons/named-icon.tsx';
import { classNameOf, phrasingTagOf, propertiesOf } from './elements.ts';

/** Undefined also for an empty text. */
export function textField(node: DocumentNode, name: string): string | undefined {
  const value: unknown = node[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberField(node: DocumentNode, name: string, fallback: number): number {
  const value: unknown = node[name];
  return typeof value === 'number' ? value : fallback;
}

/** The marks of a text: `bold`, `italic`, `strikethrough`, `code`, `keyboard`, `superscript`, `subscript`, and unknown ones. */
function marksOf(node: DocumentNode): string[] {
  const marks: unknown = node.marks;
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [];
}

/** The text of a node and its descendants. */
function plainTextOf({ text = '', nodes = [] }: DocumentNode): string {
  return text + nodes.map(plainTextOf).join('');
}

/** A display name of a node type: `openapi-operation` → "Openapi operation". */
export function describeNodeType({ type }: DocumentNode): string {
  const label = type.replaceAll(/[-_]+/g, ' ').trim();
  return label === '' ? 'Unknown' : label.charAt(0).toUpperCase() + label.slice(1);
}

/** The data of the screen that a document needs. */
export interface DocumentContext {
  /** Renders a link to an href of the text; without a target, only the children. */
  renderLink: (href: string, children: ReactNode) => ReactNode;
  /** The URL of an image by its src; undefined if unknown. In a comparison, `isRemoved` means the base's images. */
  imageUrl: (src: string, isRemoved?: boolean) => string | undefined;
  /** The name of the page or file that an href leads to; undefined if unknown. */
  nameOf?: ((href: string) => string | undefined) | undefined;
  /** Whether what is folded is open, as in a comparison. */
  isUnfolded?: boolean | undefined;
}

/**
 * Inline nodes: text with marks, links, images. Plain text, which is most of it, is no component: React keeps and removes
 * each, and a page of 20,000 lines has 32,000 elements.
 */
export function renderInline(nodes: readonly DocumentNode[] = [], context: DocumentContext): ReactNode {
  const [only] = nodes;
  if (only && nodes.length === 1 && isPlain(only)) return only.text;
  return nodes.map((node, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    isPlain(node) ? node.text : <Inline key={index} node={node} context={context} />,
  );
}

const isPlain = (node: DocumentNode): boolean =>
  node.type === 'text' && node.change === undefined && marksOf(node).length === 0;

function Inline({ node, context }: { node: DocumentNode; context: DocumentContext }): ReactNode {
  const content = renderContent(node, context);
  if (node.change === 'added') return <ins>{content}</ins>;
  return node.change === 'removed' ? <del>{content}</del> : content;
}

function renderContent(node: DocumentNode, context: DocumentContext): ReactNode {
  const { nodes = [] } = node;
  switch (node.type) {
    case 'text':
      return withMarks(node.text ?? '', marksOf(node));
    case 'link': {
      const href = textField(node, 'href');
      // One without a text of its own.
      const name = href !== undefined && plainTextOf(node) === href ? context.nameOf?.(href) : undefined;
      const children = name ?? renderInline(nodes, context);
      return href === undefined ? children : context.renderLink(href, children);
    }
    case 'image':
      return <DocumentImage node={node} context={context} />;
    case 'break':
      return <br />;
    case 'tag':
      return <code className="document-code">{node.text}</code>;
    case 'number':
      return node.text;
    case 'slot':
      return renderSlot(node, context);
    case 'element':
      return renderElement(node, context);
    case 'html':
      // Shown as source: user content never becomes HTML.
      return <code className="text-xs text-ink-soft">{node.text}</code>;
    default:
      if (nodes.length > 0) return renderInline(nodes, context);
      return node.text ?? <span className="text-xs text-ink-soft">[{describeNodeType(node)}]</span>;
  }
}

/** Renders an element among words: of the declaration of a block, or the mention of a note. */
function renderElement(node: DocumentNode, context: DocumentContext): ReactNode {
  const Tag = phrasingTagOf(node) ?? 'span';
  const href = textField(node, 'href');
  const element = (
    <Tag className={classNameOf(node)} {...propertiesOf(node)}>
      {renderInline(node.nodes, context)}
    </Tag>
  );
  return href === undefined ? element : context.renderLink(href, element);
}

/** Content that the declaration of a block leaves open. */
function renderSlot(node: DocumentNode, context: DocumentContext): ReactNode {
  const value = textField(node, 'value') ?? '';
  if (node.slot === 'icon') return <NamedIcon name={value}>{null}</NamedIcon>;
  const name = node.slot === 'page' || node.slot === 'file' ? context.nameOf?.(value) : undefined;
  return name === undefined ? renderInline(node.nodes, context) : <strong>{name}</strong>;
}

function withMarks(text: string, marks: readonly string[]): ReactNode {
  return marks.reduceRight<ReactNode>((children, mark) => {
    if (mark === 'bold') return <strong>{children}</strong>;
    if (mark === 'italic') return <em>{children}</em>;
    if (mark === 'strikethrough') return <s>{children}</s>;
    if (mark === 'superscript') return <sup>{children}</sup>;
    if (mark === 'subscript') return <sub>{children}</sub>;
    if (mark === 'keyboard') return <kbd className="document-code">{children}</kbd>;
    return mark === 'code' ? <code className="document-code">{children}</code> : children;
  }, text);
}

function DocumentImage({ node, context }: { node: DocumentNode; context: DocumentContext }) {
  const alt = textField(node, 'alt') ?? '';
  const src = textField(node, 'src');
  const url = src === undefined ? undefined : pictureUrl(context.imageUrl(src, node.change === 'removed'));
  if (url === undefined) {
    return (
      <span className="inline-block rounded-md border border-dashed border-line px-2 py-1 text-xs text-ink-soft">
        Image{alt && `: ${alt}`}
        {src !== undefined && src !== '' && ` (${src})`}
      </span>
    );
  }
  return (
    <img
      src={url}
      alt={alt || plainTextOf(node)}
      loading="lazy"
      className="max-h-128 max-w-full rounded-md"
    />
  );
}
