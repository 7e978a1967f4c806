import type { ReactNode } from 'react';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { Callout } from '#src/ui/callout.tsx';
import { kindName, numberField, textField } from './document-nodes.ts';
import { type DocumentSurroundings, InlineNodes } from './inline-nodes.tsx';
import './document.css';

interface DocumentViewProps extends DocumentSurroundings {
  /** The structured form of a page's text. */
  document: DocumentNode;
}

/**
 * The text of a page, made of elements from its structured form. Nothing of it is ever taken as HTML. Kinds of nodes that
 * are not known are shown by their name with what is in them.
 */
export function DocumentView({ document, renderLink, pictureUrl }: DocumentViewProps) {
  const around = { renderLink, pictureUrl };
  return (
    <div dir="auto" className="document">
      <Blocks nodes={document.nodes ?? []} around={around} />
    </div>
  );
}

function Blocks({ nodes, around }: { nodes: readonly DocumentNode[]; around: DocumentSurroundings }) {
  return nodes.map((node, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    <Block key={index} node={node} around={around} />
  ));
}

interface BlockProps {
  node: DocumentNode;
  around: DocumentSurroundings;
}

function Block({ node, around }: BlockProps): ReactNode {
  const marked = changeOf(node);
  const block = <UnmarkedBlock node={node} around={around} />;
  return marked ? <div {...marked}>{block}</div> : block;
}

/** What a comparison with another text found, as attributes of the element. */
function changeOf({ change, moved }: DocumentNode) {
  if (change !== 'added' && change !== 'removed') return undefined;
  return { 'data-change': change, 'data-moved': moved === true || undefined };
}

function UnmarkedBlock({ node, around }: BlockProps): ReactNode {
  const inside = node.nodes ?? [];
  switch (node.type) {
    case 'heading':
      return <Heading node={node} around={around} />;
    case 'paragraph':
      return (
        <p>
          <InlineNodes nodes={inside} around={around} />
        </p>
      );
    case 'list':
      return <List node={node} around={around} />;
    case 'code':
      return <Code node={node} around={around} />;
    case 'table':
      return <Table node={node} around={around} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks nodes={inside} around={around} />
        </blockquote>
      );
    case 'hint':
      return (
        <Callout tone={toneOf(textField(node, 'style'))}>
          <Blocks nodes={inside} around={around} />
        </Callout>
      );
    case 'divider':
      return <hr />;
    case 'html':
      return <Code node={node} around={around} />;
    case 'text':
    case 'link':
    case 'image':
    case 'break':
      return (
        <p>
          <InlineNodes nodes={[node]} around={around} />
        </p>
      );
    default:
      return <UnknownBlock node={node} around={around} />;
  }
}

/** A block of a kind that this console cannot draw. */
function UnknownBlock({ node, around }: BlockProps) {
  const { text, nodes = [] } = node;
  return (
    <div className="rounded-md border border-dashed border-line px-3 py-2">
      <p className="text-xs text-ink-soft">Unsupported block: {kindName(node)}</p>
      {text && <p>{text}</p>}
      <Blocks nodes={nodes} around={around} />
    </div>
  );
}

const tones = ['info', 'success', 'warning', 'danger'] as const;
const toneOf = (style: string | undefined) => tones.find((tone) => tone === style) ?? 'info';

/** Headings begin below those of the screen around the text. */
const headingTags = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function Heading({ node, around }: BlockProps) {
  const level = Math.min(Math.max(numberField(node, 'level', 2), 1), 6);
  const Tag = headingTags[level - 1] ?? 'h6';
  const anchor = textField(node, 'anchor');
  return (
    <Tag id={anchor} data-level={level}>
      <InlineNodes nodes={node.nodes ?? []} around={around} />
    </Tag>
  );
}

function List({ node, around }: BlockProps) {
  const items = (node.nodes ?? []).map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    <li key={index} data-task={typeof item.checked === 'boolean' || undefined} {...changeOf(item)}>
      {typeof item.checked === 'boolean' && (
        <span role="img" aria-label={item.checked ? 'Done' : 'Not done'} className="document-task">
          {item.checked ? '☑' : '☐'}
        </span>
      )}
      <Blocks nodes={item.nodes ?? []} around={around} />
    </li>
  ));
  return node.ordered === true ? <ol start={numberField(node, 'start', 1)}>{items}</ol> : <ul>{items}</ul>;
}

function Code({ node, around }: BlockProps) {
  const language = textField(node, 'language');
  return (
    <figure>
      {language && <figcaption>{language}</figcaption>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide code is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{node.nodes ? <InlineNodes nodes={node.nodes} around={around} /> : node.text}</code>
      </pre>
    </figure>
  );
}

function Table({ node, around }: BlockProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled by keyboard, too
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
      <table>
        <tbody>
          {(node.nodes ?? []).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
            <tr key={index} {...changeOf(row)}>
              {(row.nodes ?? []).map((cell, place) => {
                const Cell = cell.header === true ? 'th' : 'td';
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- cells of a row that is only read; nothing moves in it
                  <Cell key={place} data-align={textField(cell, 'align')} {...changeOf(cell)}>
                    <InlineNodes nodes={cell.nodes ?? []} around={around} />
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
