import type { DocumentNode } from '#api/generated/types.gen.ts';

/** The type of the node that `frameConditions` puts around blocks; its text is the opening tag. */
export const conditionType = 'condition';

const tag = /\{%[-+~]?\s*(if|endif|else|elif|elsif|elseif)(?!\w)(?:[^%]|%(?!\}))*(?:%\}|$)/gi;
const maxTagLength = 200;

/** A condition among blocks: the indexes of the first and last block, and the opening tag. */
interface BlockCondition {
  first: number;
  last: number;
  text: string;
}

/**
 * The conditions of a text, each from the block with its opening tag to the one that closes it. One that is not closed goes
 * to the end. Code shows conditions and has none.
 */
export function findConditions(nodes: readonly DocumentNode[]): BlockCondition[] {
  const conditions: BlockCondition[] = [];
  let open: { depth: number; first: number; text: string } | undefined;
  for (const [index, node] of nodes.entries()) {
    const tags = tagsIn(node);
    const start = tags.find(({ name }) => name !== 'endif');
    if (!open && start) open = { depth: 0, first: index, text: start.text };
    if (!open) continue;
    for (const { name } of tags) {
      if (name === 'if' || (name !== 'endif' && open.depth === 0)) open.depth += 1;
      else if (name === 'endif') open.depth = Math.max(0, open.depth - 1);
    }
    if (open.depth > 0) continue;
    conditions.push({ first: open.first, last: index, text: open.text });
    open = undefined;
  }
  if (open) conditions.push({ first: open.first, last: nodes.length - 1, text: open.text });
  return conditions;
}

/** Puts a node around the blocks of each condition, so that members see what only some visitors do. */
export function frameConditions(nodes: readonly DocumentNode[] = []): readonly DocumentNode[] {
  const framed: DocumentNode[] = [];
  let end = 0;
  for (const { first, last, text } of findConditions(nodes)) {
    for (const node of nodes.slice(end, first)) framed.push(node);
    framed.push({ type: conditionType, text, nodes: nodes.slice(first, last + 1) });
    end = last + 1;
  }
  return end === 0 ? nodes : framed.concat(nodes.slice(end));
}

function tagsIn(node: DocumentNode): { name: string; text: string }[] {
  const text = textWithoutCode(node);
  if (!text.includes('{%')) return [];
  return [...text.matchAll(tag)].map(([whole, name = '']) => ({
    name: name.toLowerCase(),
    text: whole.length > maxTagLength ? `${whole.slice(0, maxTagLength)}…` : whole,
  }));
}

function textWithoutCode({ type, text = '', marks, nodes = [] }: DocumentNode): string {
  if (type === 'code' || (Array.isArray(marks) && marks.includes('code'))) return '';
  return text + nodes.map(textWithoutCode).join(nodes.some(isBlock) ? '\n' : '');
}

const isBlock = ({ type }: DocumentNode): boolean => type !== 'text' && type !== 'link';
