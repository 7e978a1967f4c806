import { diffArrays, wordsWithSpaceDiff } from 'diff';
import type { DocumentNode } from '#api/generated/types.gen.ts';

/** A word, or an inline node without words, with the links around it. */
interface Token {
  node: DocumentNode;
  /** The links (and other containers) around it, outermost first, without their content. */
  parents: readonly DocumentNode[];
  /** Equal for tokens with the same text, format and link target. */
  key: string;
}

/** Which side a node is on; omitted for both. */
export type NodeChange = 'added' | 'removed';

/** Above this, the text is shown as replaced. */
const maxEdits = 4000;
/** Timeout of one comparison, in milliseconds. */
const timeout = 200;

/**
 * Word diff of the inline nodes of two blocks, in one list; nodes of one side only carry `change`. Words match only
 * with the same marks and link, so changes never cross the border of a link, code or image.
 */
export function compareInline(base: readonly DocumentNode[], next: readonly DocumentNode[]): DocumentNode[] {
  const before = tokenize(base);
  const after = tokenize(next);
  const found = diffArrays(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    { maxEditLength: maxEdits, timeout },
  );
  if (!found) return [...changed(before, 'removed'), ...changed(after, 'added')];
  let baseIndex = 0;
  let nextIndex = 0;
  const merged: Token[] = [];
  for (const { count, added, removed } of found) {
    if (removed) merged.push(...marked(before.slice(baseIndex, (baseIndex += count)), 'removed'));
    else if (added) merged.push(...marked(after.slice(nextIndex, (nextIndex += count)), 'added'));
    else {
      merged.push(...after.slice(nextIndex, (nextIndex += count)));
      baseIndex += count;
    }
  }
  return assemble(merged, 0);
}

function changed(tokens: readonly Token[], change: NodeChange): DocumentNode[] {
  return assemble(marked(tokens, change), 0);
}

function marked(tokens: readonly Token[], change: NodeChange): Token[] {
  return tokens.map((token) => ({ ...token, node: { ...token.node, change } }));
}

function tokenize(nodes: readonly DocumentNode[], parents: readonly DocumentNode[] = []): Token[] {
  return nodes.flatMap((node): Token[] => {
    const { nodes: children, text, ...fields } = node;
    if (children !== undefined && children.length > 0) return tokenize(children, [...parents, fields]);
    const formatKey = JSON.stringify([parents, fields]);
    if (node.type !== 'text') return [{ node, parents, key: formatKey + (text ?? '') }];
    return wordsWithSpaceDiff
      .tokenize(text ?? '')
      .map((word) => ({ node: { ...fields, text: word }, parents, key: formatKey + word }));
  });
}

/** Builds nodes from tokens: neighbors in the same link share it, words with the same format become one text. */
function assemble(tokens: readonly Token[], depth: number): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (let start = 0; start < tokens.length;) {
    const first = tokens[start];
    if (!first) break;
    const parent = first.parents[depth];
    const end = groupEnd(tokens, start, depth);
    const group = tokens.slice(start, end);
    if (parent) nodes.push({ ...parent, nodes: assemble(group, depth + 1) });
    else nodes.push({ ...first.node, ...(end - start > 1 && { text: group.map(textOf).join('') }) });
    start = end;
  }
  return nodes;
}

function groupEnd(tokens: readonly Token[], start: number, depth: number): number {
  const name = groupOf(tokens[start], depth);
  if (name === undefined) return start + 1;
  const end = tokens.findIndex((token, index) => index > start && groupOf(token, depth) !== name);
  return end < 0 ? tokens.length : end;
}

const textOf = ({ node }: Token): string => node.text ?? '';

/** Equal for neighbors that belong in one node; undefined for a node of its own. */
function groupOf(token: Token | undefined, depth: number): string | undefined {
  const parent = token?.parents[depth];
  if (parent) return `in ${JSON.stringify(parent)}`;
  if (token?.node.type !== 'text') return undefined;
  const { text: _words, ...format } = token.node;
  return JSON.stringify(format);
}
