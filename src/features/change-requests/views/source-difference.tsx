import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { DifferenceLine, signOf, spokenSignOf, Words } from '#src/domain/document/difference-line.tsx';
import type { LineChange } from '#src/lib/compare/compare-lines.ts';
import { DifferenceList } from './difference-list.tsx';
import { type LineRange, type LineSelection, useLineSelection } from './line-selection.ts';
import { linesCompared, type TextSides } from './page-sides.ts';
import type { Place } from './place.ts';

/** The actions on lines of the new text. */
export interface LineTools {
  /** Lines with something below them. */
  lines: ReadonlySet<number>;
  renderBelow: (line: number) => ReactNode;
  /** The action on selected lines; absent where they can't be selected. */
  action?: LineAction;
}

export interface LineAction {
  label: string;
  icon: ReactNode;
  /** Shortcut. */
  keys: string;
  disabledReason?: string | undefined;
  /** Called once lines are selected. */
  prepare: () => void;
  /** @param original the lines as they are */
  run: (range: LineRange, original: string) => void;
}

interface SourceDifferenceProps extends TextSides {
  sideBySide: boolean;
  place: Place;
  tools: LineTools;
  /** The new text as it is stored, whose lines are replaced. */
  stored: string;
}

const noShortcuts: readonly Shortcut[] = [];

const linesOf = (text: string, { startLine, endLine }: LineRange): string =>
  text
    .split('\n')
    .slice(startLine - 1, endLine)
    .join('\n');

/** Both sides as Markdown, line by line, with changed words marked. */
export function SourceDifference({ sideBySide, place, tools, stored, ...sides }: SourceDifferenceProps) {
  const { data } = useSuspenseQuery(linesCompared(sides));
  const { action } = tools;
  const selection = useLineSelection(() => action?.prepare());
  const { range } = selection;
  const run = (chosen: LineRange | null) => {
    if (!action || !chosen || action.disabledReason) return;
    selection.clear();
    action.run(chosen, linesOf(stored, chosen));
  };
  useShortcuts(
    action
      ? [
          {
            keys: action.keys,
            label: action.label,
            group: 'Editing',
            run: () => run(selection.rangeInFocus()),
          },
          ...(range
            ? [{ keys: 'escape', label: 'Clear selection', group: 'List', run: selection.clear } as const]
            : []),
        ]
      : noShortcuts,
  );
  const Row = sideBySide ? LinePair : Line;
  return (
    <div className="difference" {...(action && selection.listProps)}>
      <DifferenceList
        changes={data.lines}
        noun="line"
        rowHeight={20}
        place={place}
        isShown={({ nextLine }) => nextLine !== undefined && tools.lines.has(nextLine)}
        tabStopOf={(inWindow) =>
          inWindow.find(({ nextLine }) => nextLine !== undefined && nextLine === selection.focused) ??
          inWindow.find(({ nextLine }) => nextLine !== undefined)
        }
        renderRow={(line, row) => (
          <>
            <Row line={line} {...row} selection={action && selection} />
            {line.nextLine !== undefined && tools.renderBelow(line.nextLine)}
          </>
        )}
      />
      {action && (
        <SelectionBar
          count={range ? range.endLine - range.startLine + 1 : 0}
          noun="line"
          onClear={selection.clear}
          size="small"
          actions={[
            {
              label: `${action.label}…`,
              icon: action.icon,
              tone: 'primary',
              prominent: true,
              disabledReason: action.disabledReason,
              onSelect: () => run(range),
            },
          ]}
        />
      )}
    </div>
  );
}

interface LineProps {
  line: LineChange;
  isCurrent: boolean;
  isTabStop: boolean;
  /** Absent where lines can't be selected. */
  selection: LineSelection | undefined;
}

const rowProps = ({ line: { kind, nextLine }, isCurrent, selection }: LineProps) => ({
  'data-kind': kind,
  'data-current': isCurrent || undefined,
  'data-next-line': nextLine,
  'data-selected': (nextLine !== undefined && selection?.isSelected(nextLine)) || undefined,
});

function Line(props: LineProps) {
  const { line } = props;
  return (
    <div
      {...rowProps(props)}
      className="difference-row difference-lines grid grid-cols-[2.75rem_2.75rem_1.25rem_minmax(0,1fr)] gap-1 pr-2"
    >
      <span className="line-number">{line.baseLine}</span>
      <NextLineNumber {...props} />
      <DifferenceLine line={line} />
    </div>
  );
}

function LinePair(props: LineProps) {
  const { line } = props;
  const { kind, words, text, baseText } = line;
  const baseLine = kind === 'added' ? undefined : (baseText ?? text);
  const nextLine = kind === 'removed' ? undefined : text;
  const spoken = spokenSignOf(line);
  const cell = (value: string | undefined, without: 'added' | 'removed') => (
    <div className="difference-line">
      {words ? <Words runs={words.filter((run) => run.kind !== without)} /> : (value ?? '') || ' '}
    </div>
  );
  return (
    <div
      {...rowProps(props)}
      className="difference-row difference-lines grid grid-cols-[2.75rem_minmax(0,1fr)_1.25rem_2.75rem_minmax(0,1fr)] gap-1 pr-2"
    >
      <span className="line-number">{line.baseLine}</span>
      {cell(baseLine, 'added')}
      <span className="text-center font-semibold">
        <span aria-hidden="true">{signOf(line)}</span>
        {spoken && <span className="sr-only">{spoken}</span>}
      </span>
      <NextLineNumber {...props} />
      {cell(nextLine, 'removed')}
    </div>
  );
}

/** The number of a line in the new text; a button where lines can be selected. */
function NextLineNumber({ line: { nextLine }, isTabStop, selection }: LineProps) {
  if (nextLine === undefined || !selection) return <span className="line-number">{nextLine}</span>;
  return (
    <button
      type="button"
      data-line={nextLine}
      aria-label={`Line ${nextLine}`}
      tabIndex={isTabStop ? 0 : -1}
      className="line-number"
      {...selection.numberProps(nextLine)}
    >
      {nextLine}
    </button>
  );
}
