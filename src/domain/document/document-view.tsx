import type { ReactNode } from 'react';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import {
  describeNodeType,
  numberField,
  textField,
  type DocumentContext,
  InlineNodes,
} from '#src/domain/document/inline-nodes.tsx';
import { Callout } from '#src/ui/callout.tsx';
import '#src/components/document/document.css';

interface DocumentViewProps extends DocumentContext {
  document: DocumentNode;
}

/** Renders a document. No node is treated as HTML. Unknown nodes are shown by type with their content. */
export function DocumentView({ document, renderLink, imageUrl }: DocumentViewProps) {
  const context = { renderLink, imageUrl: imageUrl };
  return (
    <div dir="auto" className="document">
      <Blocks nodes={document.nodes ?? []} context={context} />
    </div>
  );
}

function Blocks({ nodes, context }: { nodes: readonly DocumentNode[]; context: DocumentContext }) {
  return nodes.map((node, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    <Block key={index} node={node} context={context} />
  ));
}

interface BlockProps {
  node: DocumentNode;
  context: DocumentContext;
}

function Block({ node, context }: BlockProps): ReactNode {
  const marked = changeAttributes(node);
  const block = <BlockContent node={node} context={context} />;
  return marked ? <div {...marked}>{block}</div> : block;
}

/** Attributes of a node in a comparison. */
function changeAttributes({ change, moved }: DocumentNode) {
  if (change !== 'added' && change !== 'removed') return undefined;
  return { 'data-change': change, 'data-moved': moved === true || undefined };
}

function BlockContent({ node, context }: BlockProps): ReactNode {
  const children = node.nodes ?? [];
  switch (node.type) {
    case 'heading':
      return <Heading node={node} context={context} />;
    case 'paragraph':
      return (
        <p>
          <InlineNodes nodes={children} context={context} />
        </p>
      );
    case 'list':
      return <List node={node} context={context} />;
    case 'code':
      return <Code node={node} context={context} />;
    case 'table':
      return <Table node={node} context={context} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks nodes={children} context={context} />
        </blockquote>
      );
    case 'hint':
      return (
        <Callout tone={toneOf(textField(node, 'style'))}>
          <Blocks nodes={children} context={context} />
        </Callout>
      );
    case 'divider':
      return <hr />;
    case 'html':
      return <Code node={node} context={context} />;
    case 'text':
    case 'link':
    case 'image':
    case 'break':
      return (
        <p>
          <InlineNodes nodes={[node]} context={context} />
        </p>
      );
    default:
      return <UnknownBlock node={node} context={context} />;
  }
}

/** A block of an unknown type. */
function UnknownBlock({ node, context }: BlockProps) {
  const { text, nodes = [] } = node;
  return (
    <div className="rounded-md border border-dashed border-line px-3 py-2">
      <p className="text-xs text-ink-soft">Unsupported block: {describeNodeType(node)}</p>
      {text && <p>{text}</p>}
      <Blocks nodes={nodes} context={context} />
    </div>
  );
}

const tones = ['info', 'success', 'warning', 'danger'] as const;
const toneOf = (style: string | undefined) => tones.find((tone) => tone === style) ?? 'info';

/** Headings start below those of the screen. */
const headingTags = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function Heading({ node, context }: BlockProps) {
  const level = Math.min(Math.max(numberField(node, 'level', 2), 1), 6);
  const Tag = headingTags[level - 1] ?? 'h6';
  const anchor = textField(node, 'anchor');
  return (
    <Tag id={anchor} data-level={level}>
      <InlineNodes nodes={node.nodes ?? []} context={context} />
    </Tag>
  );
}

function List({ node, context }: BlockProps) {
  const items = (node.nodes ?? []).map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    <li key={index} data-task={typeof item.checked === 'boolean' || undefined} {...changeAttributes(item)}>
      {typeof item.checked === 'boolean' && (
        <span role="img" aria-label={item.checked ? 'Done' : 'Not done'} className="document-task">
          {item.checked ? '☑' : '☐'}
        </span>
      )}
      <Blocks nodes={item.nodes ?? []} context={context} />
    </li>
  ));
  return node.ordered === true ? <ol start={numberField(node, 'start', 1)}>{items}</ol> : <ul>{items}</ul>;
}

function Code({ node, context }: BlockProps) {
  const language = textField(node, 'language');
  return (
    <figure>
      {language && <figcaption>{language}</figcaption>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide code is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{node.nodes ? <InlineNodes nodes={node.nodes} context={context} /> : node.text}</code>
      </pre>
    </figure>
  );
}

function Table({ node, context }: BlockProps) {
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
                    <InlineNodes nodes={cell.nodes ?? []} context={context} />
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
