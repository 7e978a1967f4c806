/** The emoji and icons that letters after `:` find. With the names and drawings of all of them: loaded for the first letters. */
import { namedDrawings } from '#api/icons.ts';
import { searchEmoji } from '#src/domain/emoji/emoji-table.ts';
import { drawPath } from '#src/domain/icons/icon-element.ts';
import { searchIcons } from '#src/domain/icons/icon-search.ts';
import type { TextOperation } from '../text/text-edit.ts';
import { insertEmoji, insertIcon } from '../text/text-signs.ts';

interface FoundSign {
  name: string;
  /** Begins with a blank, as it is read out with the name. */
  detail: string;
  operation: TextOperation;
  /** What is inserted, as readers see it. */
  draw: () => Node;
}

const maxEmoji = 12;
const maxIcons = 6;

const drawings = namedDrawings();

export const findSigns = (query: string): FoundSign[] => [
  ...searchEmoji(query)
    .slice(0, maxEmoji)
    .map((found) => ({
      ...{ name: found.name, detail: '', operation: insertEmoji(found) },
      draw: () => document.createTextNode(found.emoji),
    })),
  ...searchIcons(drawings, query)
    .slice(0, maxIcons)
    .map(({ name, path }) => ({
      ...{ name, detail: ' Icon', operation: insertIcon(name) },
      draw: () => drawPath(path),
    })),
];
