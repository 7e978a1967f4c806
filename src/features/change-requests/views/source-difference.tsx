import { useSuspenseQuery } from '@tanstack/react-query';
import type { LineChange } from '../differences/compare-lines.ts';
import type { WordRun } from '../differences/word-diff.ts';
import { DifferenceList } from './difference-list.tsx';
import { linesCompared, type PageSides } from './page-sides.ts';
import './differences.css';

interface SourceDifferenceProps extends PageSides {
  sideBySide: boolean;
}

export function SourceDifference({ sideBySide, ...sides }: SourceDifferenceProps) {
  const { data } = useSuspenseQuery(linesCompared(sides));
  return (
    <div className="difference">
      <DifferenceList
        changes={data.lines}
        noun="line"
        rowHeight={20}
        renderRow={(line, isCurrent) =>
          sideBySide ? (
            <LinePair line={line} isCurrent={isCurrent} />
          ) : (
            <Line line={line} isCurrent={isCurrent} />
          )
        }
      />
    </div>
  );
}

interface LineProps {
  line: LineChange;
  isCurrent: boolean;
}

const signs: Record<LineChange['kind'], [sign: string, word: string]> = {
  same: [' ', ''],
  added: ['+', 'Added: '],
  removed: ['−', 'Removed: '],
  edited: ['~', 'Edited: '],
};

function Line({ line, isCurrent }: LineProps) {
  const [sign, word] = signs[line.kind];
  return (
    <div
      data-kind={line.kind}
      data-current={isCurrent || undefined}
      className="difference-row difference-lines grid grid-cols-[2.75rem_2.75rem_1.25rem_minmax(0,1fr)] gap-1 pr-2"
    >
      <LineNumber value={line.baseLine} />
      <LineNumber value={line.nextLine} />
      <span aria-hidden="true" className="text-center font-semibold">
        {sign}
      </span>
      <div className="difference-line">
        {word && <span className="sr-only">{word}</span>}
        {line.words ? <Words runs={line.words} /> : line.text || ' '}
      </div>
    </div>
  );
}

function LinePair({ line, isCurrent }: LineProps) {
  const { kind, words, text, baseText } = line;
  const baseLine = kind === 'added' ? undefined : (baseText ?? text);
  const nextLine = kind === 'removed' ? undefined : text;
  const [sign, word] = signs[kind];
  const cell = (value: string | undefined, without: 'added' | 'removed') => (
    <div className="difference-line">
      {words ? <Words runs={words.filter((run) => run.kind !== without)} /> : (value ?? '') || ' '}
    </div>
  );
  return (
    <div
      data-kind={kind}
      data-current={isCurrent || undefined}
      className="difference-row difference-lines grid grid-cols-[2.75rem_minmax(0,1fr)_1.25rem_2.75rem_minmax(0,1fr)] gap-1 pr-2"
    >
      <LineNumber value={line.baseLine} />
      {cell(baseLine, 'added')}
      <span className="text-center font-semibold">
        <span aria-hidden="true">{sign}</span>
        {word && <span className="sr-only">{word}</span>}
      </span>
      <LineNumber value={line.nextLine} />
      {cell(nextLine, 'removed')}
    </div>
  );
}

function LineNumber({ value }: { value: number | undefined }) {
  return <span className="text-end text-ink-soft tabular-nums select-none">{value}</span>;
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
