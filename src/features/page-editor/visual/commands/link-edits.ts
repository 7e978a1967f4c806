/** Links as they are written: one gets another address, or leaves its words. */
import type { InlineMark } from '../structure/inline-marks.ts';
import { inlineAt, type RangeChange } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';

/** Longer addresses are not written. */
export const maxAddressLength = 2000;

/** The link that a position is in, but for an address without signs: it is its own words. */
export function linkAt(structure: TextStructure, position: number): InlineMark | undefined {
  return inlineAt(structure, position).marks.find(
    ({ kind, from, contentFrom, contentTo }) =>
      kind === 'link' && from < contentFrom && contentFrom <= position && position <= contentTo,
  );
}

/** The change that gives a link another address; without one, only its words stay. */
export function changeLink(structure: TextStructure, link: InlineMark, address: string): RangeChange[] {
  const { from, to, contentFrom, contentTo } = link;
  const next = address
    .trim()
    .replaceAll(/[\r\n<>]/g, '')
    .slice(0, maxAddressLength);
  if (next === '')
    return [
      { from, to: contentFrom, insert: '' },
      { from: contentTo, to, insert: '' },
    ];
  const destination = /[\s()]/.test(next) ? `<${next}>` : next;
  // An address in angle brackets becomes the words of a link.
  if (structure.doc.sliceString(from, contentFrom) === '<')
    return [
      { from, to: contentFrom, insert: '[' },
      { from: contentTo, to, insert: `](${destination})` },
    ];
  const written = structure.doc.sliceString(contentTo, to);
  const [opening = '', old = ''] = /^\]\(\s*(<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/.exec(written) ?? [];
  if (opening === '') return [];
  const start = contentTo + opening.length - old.length;
  return [{ from: start, to: start + old.length, insert: destination }];
}
