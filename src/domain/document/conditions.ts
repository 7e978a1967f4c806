import type { DocumentNode } from '#api/generated/types.gen.ts';

/** The type of the node that `frameConditions` puts around blocks; its text is the opening tag. */
export const conditionType = 'condition';

const tag = /\{%[-+~]?\s*(if|endif|else|elif|elsif|elseif)(?!\w)(?:[^%]|%(?!\}))*(?:%\}|$)/gi;
const maxTagLength = 200;

/**
 * Puts a node around the blocks of each condition, from the one with its opening tag to the one that closes it, so that members
 * see what visitors don't. One that is not closed goes to the end. Code shows conditions and has none.
 */
export function frameConditions(nodes: readonly DocumentNode[] = []): readonly DocumentNode[] {
  const framed: DocumentNode[] = [];
  let open: { depth: number; text: string; nodes: DocumentNode[] } | undefined;
  for (const node of nodes) {
    const tags = tagsIn(node);
    const first = tags.find(({ name }) => name !== 'endif');
    if (!open && first) open = { depth: 0, text: first.text, nodes: [] };
    if (!open) {
      framed.push(node);
      continue;
    }
    open.nodes.push(node);
    for (const { name } of tags) {
      if (name === 'if' || (name !== 'endif' && open.depth === 0)) open.depth += 1;
      else if (name === 'endif') open.depth = Math.max(0, open.depth - 1);
    }
    if (open.depth > 0) continue;
    framed.push({ type: conditionType, text: open.text, nodes: open.nodes });
    open = undefined;
  }
  if (open) framed.push({ type: conditionType, text: open.text, nodes: open.nodes });
  return framed;
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
