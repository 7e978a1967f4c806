import type { ReactNode } from 'react';
import type { LineChange } from '#src/lib/compare/compare-lines.ts';
import type { WordRun } from '#src/lib/compare/word-diff.ts';
import './difference.css';

const signs: Record<LineChange['kind'], [sign: string, word: string]> = {
  same: [' ', ''],
  added: ['+', 'Added: '],
  removed: ['−', 'Removed: '],
  edited: ['~', 'Edited: '],
};

/** The sign of a changed line, for the eyes. */
export const signOf = ({ kind }: LineChange): string => signs[kind][0];

/** The same, read out before the line; empty for an unchanged one. */
export const spokenSignOf = ({ kind }: LineChange): string => signs[kind][1];

/** A compared line with its sign and changed words, for a row of a grid. */
export function DifferenceLine({ line }: { line: LineChange }): ReactNode {
  const spoken = spokenSignOf(line);
  return (
    <>
      <span aria-hidden="true" className="text-center font-semibold">
        {signOf(line)}
      </span>
      <div className="difference-line">
        {spoken && <span className="sr-only">{spoken}</span>}
        {line.words ? <Words runs={line.words} /> : line.text || ' '}
      </div>
    </>
  );
}

/** Word runs; those of one side are marked. */
export function Words({ runs }: { runs: readonly WordRun[] }) {
  return runs.map(({ kind, text }, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    if (kind === 'added') return <ins key={index}>{text}</ins>;
    // oxlint-disable-next-line react/no-array-index-key -- runs have no other name than their place
    return kind === 'removed' ? <del key={index}>{text}</del> : <span key={index}>{text}</span>;
  });
}
