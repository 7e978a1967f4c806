/** The frames around lines that are in containers and quotes, one in another. */
import { hintLabel } from '#api/blocks/hint.ts';
import type { Container, TextStructure } from '../structure/text-structure.ts';

const maxFrames = 6;

/** The look of a container's frame. */
const toneOf = ({ tag }: Container): string =>
  tag.name === 'hint' ? hintLabel(tag.attributes.get('style')) : 'plain';

/** The classes of a line in its containers and quotes; with its own container where it is a tag's line. */
export function frameClasses(structure: TextStructure, index: number): string {
  const tag = structure.lineOf(index).tags.length > 0 ? structure.containerOf(index) : undefined;
  const around = structure.around(index).filter((one) => one !== tag);
  const isDrawn = structure.drawnWhole(index);
  const containers = tag && !isDrawn && tag.from < tag.to ? [...around, tag] : around;
  const tones = [
    ...containers.map(toneOf),
    ...Array.from({ length: structure.lineOf(index).quote }, () => 'quote'),
  ].slice(0, maxFrames);
  return tones.length === 0
    ? ''
    : `cm-frames-${tones.length} ${tones.map((tone, at) => `cm-frame-${at + 1}-${tone}`).join(' ')}`;
}
