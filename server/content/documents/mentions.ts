import type { Token, Tokens } from 'marked';
import { hrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { parseBlocks } from '../markdown/markdown-tokens.ts';
import { textOfDocument } from './comment-text.ts';
import { fieldsOf, textOf } from './nodes.ts';

/** Mentions of a text that count: more call nobody. */
export const MAX_MENTIONS = 50;

/** A text in one of two formats. */
interface Text {
  markdown?: string | undefined;
  document?: DocumentNode | undefined;
}

/** Who is named in a text, by their ids. */
export interface Mentions {
  userIds: string[];
  teamIds: string[];
}

/**
 * A mention is a link to the page of a member or a team, whose text begins with an `@`: readable anywhere, and true after
 * a rename.
 */
const ADDRESS = /^(?:https?:\/\/[^/\s]+)?\/o\/(\w{1,128})\/(members|teams)\/(\w{1,128})$/;

/** The mentions of an organization's people and teams in a text. Code has none. */
export function findMentions(body: Text, organizationId: string): Mentions {
  const userIds = new Set<string>();
  const teamIds = new Set<string>();
  for (const { href, text } of linksOf(body)) {
    const [, organization, kind, id = ''] = ADDRESS.exec(href) ?? [];
    if (organization !== organizationId || !text.startsWith('@')) continue;
    if (userIds.size + teamIds.size >= MAX_MENTIONS) break;
    (kind === 'members' ? userIds : teamIds).add(id);
  }
  return { userIds: [...userIds], teamIds: [...teamIds] };
}

interface Link {
  href: string;
  text: string;
}

function linksOf({ markdown, document }: Text): Link[] {
  // Most texts have none.
  if (markdown !== undefined) return markdown.includes('[@') ? linksOfTokens(parseBlocks(markdown)) : [];
  return document ? linksOfNode(document) : [];
}

function linksOfTokens(tokens: readonly Token[]): Link[] {
  const links: Link[] = [];
  const rest: Token[] = [...tokens].toReversed();
  for (let token = rest.pop(); token; token = rest.pop()) {
    if (token.type === 'link') links.push({ href: String(token.href), text: String(token.text) });
    else rest.push(...childrenOf(token).toReversed());
  }
  return links;
}

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap((cell) => cell.tokens);
  }
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

/** Iterative, so that deep trees cannot overflow the stack. */
function linksOfNode(root: DocumentNode): Link[] {
  const links: Link[] = [];
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'link') links.push({ href: addressOf(node), text: textOfDocument(node) });
    rest.push(...[...(node.nodes ?? []), ...(node.fragments ?? [])].toReversed());
  }
  return links;
}

/** Trees of third-party clients have the address in the node. */
const addressOf = (node: DocumentNode): string => textOf(node.href) || hrefOf(fieldsOf(node.data).ref);
