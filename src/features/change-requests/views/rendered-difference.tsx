import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DocumentNode } from '#src/api/generated/types.gen.ts';
import { DocumentView } from '#src/components/document/document-view.tsx';
import type { DocumentSurroundings } from '#src/components/document/inline-nodes.tsx';
import { textField } from '#src/components/document/document-nodes.ts';
import type { BlockStep } from '../differences/block-steps.ts';
import { differencesOf } from '../differences/differences.ts';
import { markWords } from '../differences/document-blocks.ts';
import { changeMark } from './change-mark.ts';
import { DifferenceList } from './difference-list.tsx';
import type { PageSides } from './page-sides.ts';
import { Words } from './source-difference.tsx';
import './differences.css';

interface RenderedDifferenceProps extends PageSides {
  sideBySide: boolean;
  around: DocumentSurroundings;
  /** What stands below a block that is there now: its discussions. */
  renderBelow: (nodeId: string) => ReactNode;
}

const empty: DocumentNode = { type: 'document', nodes: [] };

/** Both sides as readers see them, block by block, with words marked within edited blocks. */
export function RenderedDifference(props: RenderedDifferenceProps) {
  const { base, next, name, sideBySide, around, renderBelow } = props;
  const old = base?.document ?? empty;
  const fresh = next?.document ?? empty;
  const { data } = useSuspenseQuery(differencesOf(name, { view: 'rendered', base: old, next: fresh }));
  const view = (node: DocumentNode | undefined) =>
    node && <DocumentView document={{ type: 'document', nodes: [node] }} {...around} />;

  const renderRow = (step: BlockStep, isCurrent: boolean) => {
    const before = step.base === undefined ? undefined : old.nodes?.[step.base];
    const after = step.next === undefined ? undefined : fresh.nodes?.[step.next];
    const mark = changeMark(step);
    const nodeId = after && textField(after, 'id');
    const edited = (side: 'base' | 'next' | 'both') => editedBlock(before, after, step, side, view);
    return (
      <div
        data-kind={step.kind}
        data-moved={step.movedFrom ?? step.movedTo}
        data-current={isCurrent || undefined}
        className="difference-row px-3 py-1.5"
      >
        {mark && <p className="mb-0.5 text-xs font-medium text-ink-soft">{mark}</p>}
        {sideBySide ? (
          <div className="grid grid-cols-2 gap-6">
            <div className="min-w-0">{step.words ? edited('base') : view(before)}</div>
            <div className="min-w-0">{step.words ? edited('next') : view(after)}</div>
          </div>
        ) : step.words ? (
          edited('both')
        ) : (
          view(after ?? before)
        )}
        {nodeId && renderBelow(nodeId)}
      </div>
    );
  };
  return (
    <div className="difference">
      <DifferenceList changes={data.steps} noun="block" rowHeight={56} renderRow={renderRow} />
    </div>
  );
}

/** An edited block of one side, or of both in one. Code is shown as text: its words stand in no nodes. */
function editedBlock(
  before: DocumentNode | undefined,
  after: DocumentNode | undefined,
  { words = [] }: BlockStep,
  side: 'base' | 'next' | 'both',
  view: (node: DocumentNode | undefined) => ReactNode,
): ReactNode {
  const node = side === 'base' ? before : after;
  if (!node) return null;
  if (node.type !== 'code' && node.type !== 'html') return view(markWords(node, words, side));
  const foreign = side === 'base' ? 'added' : side === 'next' ? 'removed' : undefined;
  return (
    <div className="document">
      <pre className="whitespace-pre-wrap!">
        <Words runs={words.filter(({ kind }) => kind !== foreign)} />
      </pre>
    </div>
  );
}
