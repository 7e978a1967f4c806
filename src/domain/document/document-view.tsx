import { memo, type ReactNode, useId, useMemo } from 'react';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { useRemainder } from '#src/components/layout/left-screen.tsx';
import { conditionType, frameConditions } from '#src/domain/document/conditions.ts';
import { blockTagOf, classNameOf, phrasingTagOf, propertiesOf } from '#src/domain/document/elements.ts';
import {
  describeNodeType,
  numberField,
  textField,
  type DocumentContext,
  renderInline,
} from '#src/domain/document/inline-nodes.tsx';
import '#src/components/document/blocks.css';
import '#src/components/document/document.css';

interface DocumentViewProps extends DocumentContext {
  document: DocumentNode;
  /** Whether it is the text of a page, whose conditions are marked. */
  isPage?: boolean;
}

/** Blocks that are rendered, and let go, together. */
const GROUP_SIZE = 200;

/** Renders a document. No node is treated as HTML. Unknown nodes are shown by type with their content. */
export function DocumentView({
  document: { nodes },
  isPage = false,
  renderLink,
  imageUrl,
  nameOf,
  isUnfolded,
}: DocumentViewProps) {
  const remainder = useRemainder();
  const context = useMemo(
    () => ({ renderLink, imageUrl, nameOf, isUnfolded }),
    [renderLink, imageUrl, nameOf, isUnfolded],
  );
  const name = useId();
  const groups = useMemo(() => groupsOf(isPage ? frameConditions(nodes) : nodes), [nodes, isPage]);
  return (
    <div dir="auto" className="document">
      {groups.slice(0, Math.ceil(remainder * groups.length)).map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
        <Group key={index} nodes={group} context={context} name={`${name}${index}`} />
      ))}
    </div>
  );
}

const groupsOf = (nodes: readonly DocumentNode[] = []) =>
  Array.from({ length: Math.ceil(nodes.length / GROUP_SIZE) }, (_, index) =>
    nodes.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );

interface GroupProps {
  nodes: readonly DocumentNode[];
  context: DocumentContext;
  name: string;
}

const Group = memo(({ nodes, context, name }: GroupProps) => renderBlocks(nodes, context, name));

/** `name`: of what is around the blocks, different for each on the screen. */
const renderBlocks = (
  nodes: readonly DocumentNode[] = [],
  context: DocumentContext,
  name: string,
): ReactNode =>
  nodes.map((node, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    <Block key={index} node={node} context={context} name={`${name}-${index}`} />
  ));

interface BlockProps {
  node: DocumentNode;
  context: DocumentContext;
  name: string;
}

/** The only component of a block, for the same reason as in `renderInline`. */
function Block({ node, context, name }: BlockProps): ReactNode {
  const marked = changeAttributes(node);
  const block = renderBlock({ node, context, name });
  return marked ? <div {...marked}>{block}</div> : block;
}

/** Attributes of a node in a comparison. */
function changeAttributes({ change, moved }: DocumentNode) {
  if (change !== 'added' && change !== 'removed') return undefined;
  return { 'data-change': change, 'data-moved': moved === true || undefined };
}

function renderBlock({ node, context, name }: BlockProps): ReactNode {
  const children = node.nodes ?? [];
  switch (node.type) {
    case 'heading':
      return renderHeading({ node, context, name });
    case 'paragraph':
      return <p>{renderInline(children, context)}</p>;
    case 'list':
      return renderList({ node, context, name });
    case 'code':
      return renderCode({ node, context, name });
    case 'table':
      return renderTable({ node, context, name });
    case 'quote':
      return <blockquote>{renderBlocks(children, context, name)}</blockquote>;
    case 'element':
      return renderElement({ node, context, name });
    case 'divider':
      return <hr />;
    case 'html':
      return renderCode({ node, context, name });
    case conditionType:
      return renderCondition({ node, context, name });
    case 'number':
    case 'slot':
      return renderInline([node], context);
    case 'text':
    case 'tag':
    case 'link':
    case 'image':
    case 'break':
      return <p>{renderInline([node], context)}</p>;
    default:
      return renderUnknown({ node, context, name });
  }
}

/** Renders a condition, which decides what each visitor of a published site sees. */
function renderCondition({ node: { text, nodes = [] }, context, name }: BlockProps) {
  return (
    <section aria-label="Condition" className="document-condition">
      <p className="text-xs text-ink-soft">
        Shown only to visitors who meet this condition: <code className="document-code">{text}</code>
      </p>
      {renderBlocks(
        nodes.filter((node) => !isTagLine(node)),
        context,
        name,
      )}
    </section>
  );
}

/** Whether a block is the first or last tag of a condition alone. */
function isTagLine({ type, nodes = [] }: DocumentNode): boolean {
  const [only, ...others] = nodes;
  const isTag = type === 'paragraph' && only?.type === 'tag' && others.length === 0;
  return isTag && /^\{%[-+~]?\s*(?:if|endif)\b/i.test(only.text ?? '');
}

/** Renders an element of the declaration of a block. */
function renderElement({ node, context, name }: BlockProps): ReactNode {
  if (phrasingTagOf(node)) return renderInline([node], context);
  const { nodes = [] } = node;
  const Tag = blockTagOf(node);
  const properties = { className: classNameOf(node), ...propertiesOf(node) };
  // A tab is named by what is around it.
  const outer = nameAround(name);
  if (Tag === 'input') return <input {...properties} id={outer} name={nameAround(outer)} />;
  const content = nodes.every(isInline) ? renderInline(nodes, context) : renderBlocks(nodes, context, name);
  if (Tag === 'details' && context.isUnfolded) return <details open>{content}</details>;
  if (Tag !== 'label') return <Tag {...properties}>{content}</Tag>;
  return (
    <label {...properties} htmlFor={outer}>
      {content}
    </label>
  );
}

const nameAround = (name: string) => name.replace(/-\d+$/, '');

const inlineTypes = new Set(['text', 'tag', 'link', 'image', 'break', 'number', 'slot']);

const isInline = (node: DocumentNode): boolean =>
  inlineTypes.has(node.type) || (node.type === 'element' && phrasingTagOf(node) !== undefined);

/** A block of an unknown type. */
function renderUnknown({ node, context, name }: BlockProps) {
  const { text, nodes = [] } = node;
  return (
    <div className="rounded-md border border-dashed border-line px-3 py-2">
      <p className="text-xs text-ink-soft">Unsupported block: {describeNodeType(node)}</p>
      {text && <p>{text}</p>}
      {renderBlocks(nodes, context, name)}
    </div>
  );
}

/** Headings start below those of the screen. */
const headingTags = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function renderHeading({ node, context }: BlockProps) {
  const level = Math.min(Math.max(numberField(node, 'level', 2), 1), 6);
  const Tag = headingTags[level - 1] ?? 'h6';
  const anchor = textField(node, 'anchor');
  return (
    <Tag id={anchor} data-level={level}>
      {renderInline(node.nodes, context)}
    </Tag>
  );
}

function renderList({ node, context, name }: BlockProps) {
  const items = (node.nodes ?? []).map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    <li key={index} data-task={typeof item.checked === 'boolean' || undefined} {...changeAttributes(item)}>
      {typeof item.checked === 'boolean' && (
        <span role="img" aria-label={item.checked ? 'Done' : 'Not done'} className="document-task">
          {item.checked ? '☑' : '☐'}
        </span>
      )}
      {renderBlocks(item.nodes, context, `${name}-${index}`)}
    </li>
  ));
  return node.ordered === true ? <ol start={numberField(node, 'start', 1)}>{items}</ol> : <ul>{items}</ul>;
}

function renderCode({ node, context }: BlockProps) {
  const caption = textField(node, 'title') ?? textField(node, 'language');
  return (
    <figure>
      {caption && <figcaption>{caption}</figcaption>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide code is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{node.nodes ? renderInline(node.nodes, context) : node.text}</code>
      </pre>
    </figure>
  );
}

function renderTable({ node, context }: BlockProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled by keyboard, too
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
      <table>
        <tbody>
          {(node.nodes ?? []).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
            <tr key={index} {...changeAttributes(row)}>
              {(row.nodes ?? []).map((cell, cellIndex) => {
                const Cell = cell.header === true ? 'th' : 'td';
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- cells of a row that is only read; nothing moves in it
                  <Cell key={cellIndex} data-align={textField(cell, 'align')} {...changeAttributes(cell)}>
                    {renderInline(cell.nodes, context)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
