import type { TextHtml, TextPart } from '#server/database/tables/stored-texts.ts';
import { markConditions, markedBranch } from '../visitor-text/marked-conditions.ts';
import { UnfitConditionError } from './html-writer.ts';

/** A condition whose content is no sequence of whole elements is left out, and the text is rendered again. */
const MAX_LEFT_OUT = 8;

/**
 * Renders a text with its conditions; undefined where none of them can be decided.
 * @param render renders a text with marks
 */
export function renderConditions(
  markdown: string,
  render: (marked: string) => TextHtml,
): TextHtml | undefined {
  let text = markdown;
  for (let attempt = 0; attempt <= MAX_LEFT_OUT; attempt += 1) {
    const marked = markConditions(text);
    if (!marked) return undefined;
    try {
      const { parts, headings } = render(marked.markdown);
      expectMarks({ parts, headings }, marked.guards.length);
      const { expressions, guards } = marked;
      return { parts: wrapBranches(parts), headings, conditions: { expressions, guards } };
    } catch (error) {
      if (!(error instanceof UnfitConditionError)) throw error;
      text = marked.without(error.guard);
    }
  }
  return undefined;
}

/** Throws where a mark has become anything but a branch: what belongs to it would be shown to everybody. */
function expectMarks({ parts, headings }: TextHtml, count: number): void {
  const branchCount = countBranches(parts);
  const strayBranch = markedBranch(JSON.stringify({ parts, headings }));
  if (strayBranch !== undefined || branchCount < count)
    throw new UnfitConditionError(strayBranch ?? branchCount);
}

function countBranches(parts: readonly TextPart[]): number {
  let count = 0;
  for (const part of parts)
    if (typeof part !== 'string' && 'guard' in part) count += 1 + countBranches(part.parts);
  return count;
}

const OPENING = /<(p|li|ul|ol|blockquote)(?: [^<>]*)?>$/;

/** Elements that have nothing but a branch become part of it, so that none of them stays empty. */
function wrapBranches(source: readonly TextPart[]): TextPart[] {
  const parts = source.map((part) =>
    typeof part !== 'string' && 'guard' in part ? { ...part, parts: wrapBranches(part.parts) } : part,
  );
  for (const [at, part] of parts.entries()) {
    if (typeof part === 'string' || !('guard' in part)) continue;
    for (;;) {
      const before = parts[at - 1];
      const after = parts[at + 1];
      if (typeof before !== 'string' || typeof after !== 'string') break;
      const [opening = '', name = ''] = OPENING.exec(before) ?? [];
      const closing = `</${name}>`;
      if (opening === '' || !after.startsWith(closing)) break;
      parts[at - 1] = before.slice(0, -opening.length);
      parts[at + 1] = after.slice(closing.length);
      part.parts = [opening, ...part.parts, closing];
    }
  }
  return parts.filter((part) => part !== '');
}
