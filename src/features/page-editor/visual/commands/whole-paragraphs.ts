/** Operations on lines, of which the view shows several as one paragraph. */
import type { TextEdit, TextOperation, TextRange } from '../../text/text-edit.ts';
import { isJoined, joinOf, paragraphAt } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';

/** Changes whole paragraphs: of those with several lines, one line is made first. */
export const onParagraphs =
  (structure: TextStructure, operation: TextOperation): TextOperation =>
  (text, selected) => {
    const joins = joinsIn(structure, selected);
    const [first, last] = [joins[0], joins.at(-1)];
    if (!first || !last) return operation(text, selected);
    const move = (at: number): number =>
      joins.reduce((moved, { from, to }) => {
        if (at >= to) return moved - (to - from) + 1;
        return at > from ? moved - (at - from) + 1 : moved;
      }, at);
    const joined = joins
      .toReversed()
      .reduce((changed, { from, to }) => `${changed.slice(0, from)} ${changed.slice(to)}`, text);
    const edit = operation(joined, { from: move(selected.from), to: move(selected.to) });
    return withJoins(edit, { text, joined, first, last });
  };

/** The ends of lines within the paragraphs of a selection. */
function joinsIn(structure: TextStructure, { from, to }: TextRange): TextRange[] {
  const [start, end] = [structure.lineAt(from), structure.lineAt(to)];
  const [first, last] = [
    paragraphAt(structure, start)?.first ?? start,
    paragraphAt(structure, end)?.last ?? end,
  ];
  const joins: TextRange[] = [];
  for (let index = first; index <= last; index += 1)
    if (isJoined(structure, index)) joins.push(joinOf(structure, index));
  return joins;
}

interface Joined {
  text: string;
  joined: string;
  first: TextRange;
  last: TextRange;
}

/** An edit of the joined text as one of the text before, which joins its lines as well. */
function withJoins(edit: TextEdit, { text, joined, first, last }: Joined): TextEdit {
  const shift = text.length - joined.length;
  const from = Math.min(edit.from, first.from);
  const to = Math.max(edit.to, last.to - shift);
  const insert = joined.slice(from, edit.from) + edit.insert + joined.slice(edit.to, to);
  return { from, to: to + shift, insert, selection: edit.selection };
}
