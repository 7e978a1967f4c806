import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { DocumentView } from '#src/domain/document/document-view.tsx';
import { type DocumentContext, textField } from '#src/domain/document/inline-nodes.tsx';
import { type BlockStep, hasChanges, sideOf } from '../differences/blocks.ts';
import { type StepCondition, stepConditions } from '../differences/step-conditions.ts';
import { idsIn } from './block-lines.ts';
import { type BlockRange, focusedBlock, useSelectedBlocks } from './block-selection.ts';
import { DifferenceList } from './difference-list.tsx';
import './differences.css';
import { type FileAddresses, type TextScope, useFileAddresses } from './file-addresses.ts';
import { blocksCompared, emptyDocument, type PageSides } from './page-sides.ts';
import type { Place } from './place.ts';
import type { LineTools } from './source-difference.tsx';

/** The index of the block that has a line: of those that begin above it, the last one to begin. */
function blockOfLine(lines: readonly number[], line: number): number {
  let matchCount = 0;
  for (let index = 0; index < lines.length / 2; index += 1) {
    const start = lines[2 * index] ?? Infinity;
    if (start <= line && start > (lines[2 * matchCount] ?? 0)) matchCount = index;
  }
  return matchCount;
}

const kindLabels: Record<BlockStep['kind'], string> = {
  same: '',
  added: '+ Added',
  removed: '− Removed',
  edited: '~ Edited',
};

/** Label of a changed block or line, with a sign. */
function labelOfStep({ kind, movedFrom, movedTo, isSameText }: BlockStep): string {
  if (movedFrom !== undefined) return '↕ Moved here';
  if (movedTo !== undefined) return '↕ Moved from here';
  if (isSameText) return '~ Formatting changed';
  return kindLabels[kind];
}

interface RenderedDifferenceProps extends PageSides {
  path: TextScope;
  sideBySide: boolean;
  place: Place;
  renderLink: DocumentContext['renderLink'];
  /** The title of the page that an href leads to. */
  pageNameOf?: DocumentContext['nameOf'];
  /** Ids of the blocks of the new text with comments, also inside others: those are never folded. */
  commentedBlocks: ReadonlySet<string>;
  /** Content below a block of the new text: its comments, and those on blocks inside it. */
  renderBelow: (nodeId: string, innerIds: readonly string[]) => ReactNode;
  /** Content below all blocks, given the ids of those present. */
  renderDetached: (present: readonly string[]) => ReactNode;
  /** For the lines of selected blocks. */
  lineTools: LineTools;
  /** The Markdown of the new text. */
  loadSource: () => Promise<string>;
  actionRef: RefObject<RenderedAction | null>;
}

export interface RenderedAction {
  /** The row of the block in focus, or of the last selected one. */
  row: () => Element | null;
  /** Runs the action of lines for what is selected, else for the block in focus. False if there is nothing. */
  run: () => boolean;
}

/** Runs the action of lines for the lines of blocks. False if there is nothing to run. */
function runOnBlocks(
  action: LineTools['action'],
  loadSource: RenderedDifferenceProps['loadSource'],
  lines: readonly number[],
  blocks: BlockRange | null,
): boolean {
  const [startLine, endLine] = blocks ? [lines[2 * blocks.first], lines[2 * blocks.last + 1]] : [];
  if (!action || startLine === undefined || endLine === undefined) return false;
  action.prepare();
  document.getSelection()?.removeAllRanges();
  void loadSource().then((source) => {
    const original = source
      .split('\n')
      .slice(startLine - 1, endLine)
      .join('\n');
    action.run({ startLine, endLine }, original);
  }, toastFailure);
  return true;
}

/** Offers the action for the selected blocks, else for the block in focus. */
function useRenderedAction(
  actionRef: RenderedDifferenceProps['actionRef'],
  list: RefObject<HTMLDivElement | null>,
  selected: BlockRange | null,
  run: (blocks: BlockRange | null) => boolean,
): void {
  const selectedBlock = () => selected ?? (list.current && focusedBlock(list.current));
  useImperativeHandle(actionRef, () => ({
    row: () => {
      const block = list.current?.querySelector(`[data-block="${selectedBlock()?.last}"]`);
      return block?.closest('[role="listitem"]') ?? null;
    },
    run: () => run(selectedBlock()),
  }));
}

/** Both sides rendered, block by block, with changed words marked. */
// oxlint-disable-next-line max-lines-per-function -- what stands below a block depends on the lines of all blocks
export function RenderedDifference(props: RenderedDifferenceProps) {
  const { path, base, next, sideBySide, place, renderLink, commentedBlocks, renderBelow, renderDetached } =
    props;
  const { lineTools, loadSource, actionRef, pageNameOf } = props;
  const old = base?.document ?? emptyDocument;
  const fresh = next?.document ?? emptyDocument;
  const { data } = useSuspenseQuery(blocksCompared(props));
  const files = useFileAddresses(path, [old, fresh]);
  const conditionOf = useMemo(() => stepConditions(old, fresh), [old, fresh]);
  const list = useRef<HTMLDivElement>(null);
  const selected = useSelectedBlocks(list);
  /** At servers that don't return the lines of blocks, no line can be replaced. */
  const lines = fresh.lines ?? [];
  const action = lines.length > 0 && !lineTools.action?.disabledReason ? lineTools.action : undefined;
  const run = (blocks: BlockRange | null) => runOnBlocks(action, loadSource, lines, blocks);
  useRenderedAction(actionRef, list, selected, run);
  /** The lines that have suggestions, of a block and those below it up to the next block. */
  const suggestedLinesOf = ({ next: index }: BlockStep): number[] =>
    index === undefined || lines.length === 0
      ? []
      : [...lineTools.lines].filter((line) => blockOfLine(lines, line) === index);
  const blockOf = ({ next: index }: BlockStep) => (index === undefined ? undefined : fresh.nodes?.[index]);
  const isCommented = (step: BlockStep) => {
    const block = commentedBlocks.size > 0 ? blockOf(step) : undefined;
    return block !== undefined && idsIn(block).some((id) => commentedBlocks.has(id));
  };
  return (
    <div ref={list} className="difference">
      <DifferenceList
        changes={data.steps}
        noun="block"
        rowHeight={56}
        place={place}
        isShown={(step) =>
          isCommented(step) ||
          suggestedLinesOf(step).length > 0 ||
          (conditionOf(step)?.kind ?? 'same') !== 'same'
        }
        renderRow={(step, { isCurrent }) => (
          <DifferenceBlock
            step={step}
            condition={conditionOf(step)}
            firstLine={step.next === undefined ? undefined : lines[2 * step.next]}
            base={old}
            next={fresh}
            sideBySide={sideBySide}
            isCurrent={isCurrent}
            renderLink={renderLink}
            isWholePage={base === undefined || next === undefined}
            files={files}
            pageNameOf={pageNameOf}
            renderBelow={(nodeId, innerIds) => (
              <>
                {suggestedLinesOf(step).map((line) => (
                  <Fragment key={line}>{lineTools.renderBelow(line)}</Fragment>
                ))}
                {renderBelow(nodeId, innerIds)}
              </>
            )}
          />
        )}
      />
      {action && selected && (
        <SelectionBar
          count={selected.last - selected.first + 1}
          noun="block"
          onClear={() => document.getSelection()?.removeAllRanges()}
          size="small"
          actions={[
            {
              label: `${action.label}…`,
              icon: action.icon,
              tone: 'primary',
              prominent: true,
              onSelect: () => void run(selected),
            },
          ]}
        />
      )}
      {renderDetached((fresh.nodes ?? []).flatMap((node) => textField(node, 'id') ?? []))}
    </div>
  );
}

interface DifferenceBlockProps extends Pick<DocumentContext, 'renderLink'> {
  step: BlockStep;
  condition: StepCondition | undefined;
  /** Both texts. */
  base: DocumentNode;
  next: DocumentNode;
  /** Its first line in the new text. */
  firstLine?: number | undefined;
  sideBySide?: boolean;
  isCurrent?: boolean;
  files: FileAddresses;
  pageNameOf?: RenderedDifferenceProps['pageNameOf'];
  /** The page is new or deleted as a whole, which is said above its text. */
  isWholePage?: boolean;
  renderBelow?: RenderedDifferenceProps['renderBelow'];
}

const conditionLabels: Record<StepCondition['kind'], string> = {
  entered: 'Now shown only to visitors who meet a condition:',
  same: 'Shown only to visitors who meet a condition:',
  left: 'No longer in a condition, so that all visitors see it:',
};

function ConditionLabel({ condition: { kind, text } }: { condition: StepCondition }) {
  return (
    <p className="mb-1 text-xs wrap-anywhere text-ink-soft">
      {conditionLabels[kind]} <code className="document-code">{text}</code>
    </p>
  );
}

/** One block with its change marked. */
export function DifferenceBlock(props: DifferenceBlockProps) {
  const {
    step,
    condition,
    base,
    next,
    firstLine,
    sideBySide = false,
    isCurrent = false,
    renderLink,
    files,
    pageNameOf,
    isWholePage = false,
    renderBelow,
  } = props;
  const view = (node: DocumentNode | undefined, side: 'base' | 'next', other = side) =>
    node && (
      <DocumentView
        document={{ type: 'document', nodes: [node] }}
        renderLink={renderLink}
        imageUrl={(src, isRemoved) => files[isRemoved ? other : side](src)}
        nameOf={(href) => files.nameOf(href) ?? pageNameOf?.(href)}
        isUnfolded
      />
    );
  const before = step.base === undefined ? undefined : base.nodes?.[step.base];
  const after = step.next === undefined ? undefined : next.nodes?.[step.next];
  const mark = isWholePage ? '' : labelOfStep(step);
  const nodeId = after && textField(after, 'id');
  const both = step.node && hasChanges(step.node) ? step.node : undefined;
  return (
    <div
      data-kind={step.kind}
      data-moved={step.movedFrom ?? step.movedTo}
      data-current={isCurrent || undefined}
      className="difference-row group/row relative px-3 py-1.5"
    >
      {mark && <p className="mb-0.5 text-xs font-medium text-ink-soft">{mark}</p>}
      <div
        data-block={step.next}
        data-first-line={firstLine}
        className={condition && 'rounded-lg border border-dashed border-line px-3 py-2'}
      >
        {condition && <ConditionLabel condition={condition} />}
        {sideBySide ? (
          <div className="grid grid-cols-2 gap-6">
            <div className="min-w-0">{view(both ? sideOf(both, 'base') : before, 'base')}</div>
            <div className="min-w-0">{view(both ? sideOf(both, 'next') : after, 'next')}</div>
          </div>
        ) : both ? (
          view(both, 'next', 'base')
        ) : step.kind === 'edited' ? (
          <>
            <p className="text-xs text-ink-soft">Formatting changed. Before:</p>
            {view(before, 'base')}
            <p className="text-xs text-ink-soft">After:</p>
            {view(after, 'next')}
          </>
        ) : after ? (
          view(after, 'next')
        ) : (
          view(before, 'base')
        )}
      </div>
      {nodeId && renderBelow?.(nodeId, idsIn(after).slice(1))}
    </div>
  );
}
