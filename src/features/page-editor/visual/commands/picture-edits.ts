import {
  changePicture,
  type PictureInLine,
  pictureInLine,
  type PictureSettings,
} from '../../text/pictures.ts';
import type { TextRange } from '../../text/text-edit.ts';
import { inlineAt } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import type { VisualCommand } from './visual-command.ts';

/** The picture that is selected: as a block, or among words. */
export function selectedPicture(
  structure: TextStructure,
  { from, to }: TextRange,
): PictureInLine | undefined {
  const index = structure.lineAt(from);
  if (from === to || to > structure.endOf(index) || structure.drawnWhole(index)) return undefined;
  const isBlock = structure.lineOf(index).kind === 'picture';
  const isSign = () =>
    inlineAt(structure, from).signs.some(
      (sign) => sign.kind === 'image' && sign.from === from && sign.to === to,
    );
  if (!isBlock && !isSign()) return undefined;
  const start = structure.startOf(index);
  const next = index + 1 < structure.lines.length ? structure.textOf(index + 1) : undefined;
  const found = pictureInLine(structure.textOf(index), next, from - start, to - start);
  if (!found) return undefined;
  // One of several lines of a paragraph is no block, though it is alone in its line.
  return {
    ...found,
    ...{ from: start + found.from, to: start + found.to, isBlock: isBlock && found.isBlock },
  };
}

/** Changes what is set of the selected picture, which stays selected. */
export const setSelectedPicture =
  (change: Partial<PictureSettings>): VisualCommand =>
  (structure, selected) => {
    const picture = selectedPicture(structure, selected);
    if (!picture) return undefined;
    const { from, to, written, isBlock } = picture;
    const insert = changePicture(written, change, isBlock);
    if (insert === written) return undefined;
    const end = selected.to + insert.length - written.length;
    return { from, to, insert, selection: { from: selected.from, to: end } };
  };
