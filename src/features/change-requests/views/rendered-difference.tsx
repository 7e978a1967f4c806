import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DocumentNode } from '#src/api/generated/types.gen.ts';
import { DocumentView } from '#src/components/document/document-view.tsx';
import type { DocumentSurroundings } from '#src/components/document/inline-nodes.tsx';
import { textField } from '#src/components/document/document-nodes.ts';
import type { ChangeRequestPath } from '../change-request-words.ts';
import type { BlockStep } from '../differences/block-steps.ts';
import { markWords } from '../differences/document-blocks.ts';
import { changeMark } from './change-mark.ts';
import { DifferenceList } from './difference-list.tsx';
import { blocksCompared, emptyDocument, type PageSides } from './page-sides.ts';
import { Words } from './source-difference.tsx';
import { picturesIn, usePictures } from './pictures.ts';
import './differences.css';

interface RenderedDifferenceProps extends PageSides {
  path: ChangeRequestPath;
  sideBySide: boolean;
  around: DocumentSurroundings;
  /** What stands below a block that is there now: its discussions. */
  renderBelow: (nodeId: string) => ReactNode;
  /** What stands below all blocks, from those that are there now. */
  renderLost: (present: readonly string[]) => ReactNode;
}

/** Both sides as readers see them, block by block, with words marked within edited blocks. */
export function RenderedDifference(props: RenderedDifferenceProps) {
  const { path, base, next, sideBySide, around, renderBelow, renderLost } = props;
  const old = base?.document ?? emptyDocument;
  const fresh = next?.document ?? emptyDocument;
  const { data } = useSuspenseQuery(blocksCompared(props));
  const pictures = usePictures(path, old, fresh, around.pictureUrl);
  const view: ViewBlock = (node, side) =>
    node && (
      <DocumentView document={{ type: 'document', nodes: [node] }} {...around} pictureUrl={pictures[side]} />
    );

  const renderRow = (step: BlockStep, isCurrent: boolean) => {
    const before = step.base === undefined ? undefined : old.nodes?.[step.base];
    const after = step.next === undefined ? undefined : fresh.nodes?.[step.next];
    const mark = changeMark(step);
    const nodeId = after && textField(after, 'id');
    const edited = (side: 'base' | 'next' | 'both') => editedBlock(before, after, step, side, view);
    const isWhole = !step.words || looksOnly(before, after, step.words);
    return (
      <div
        data-kind={step.kind}
        data-moved={step.movedFrom ?? step.movedTo}
        data-current={isCurrent || undefined}
        className="difference-row group/row relative px-3 py-1.5"
      >
        {mark && <p className="mb-0.5 text-xs font-medium text-ink-soft">{mark}</p>}
        {sideBySide ? (
          <div className="grid grid-cols-2 gap-6">
            <div className="min-w-0">{isWhole ? view(before, 'base') : edited('base')}</div>
            <div className="min-w-0">{isWhole ? view(after, 'next') : edited('next')}</div>
          </div>
        ) : !isWhole ? (
          edited('both')
        ) : step.words ? (
          <>
            <p className="text-xs text-ink-soft">A picture, a link or how it is set differs. Before:</p>
            {view(before, 'base')}
            <p className="text-xs text-ink-soft">Now:</p>
            {view(after, 'next')}
          </>
        ) : after ? (
          view(after, 'next')
        ) : (
          view(before, 'base')
        )}
        {nodeId && renderBelow(nodeId)}
      </div>
    );
  };
  return (
    <div className="difference">
      <DifferenceList changes={data.steps} noun="block" rowHeight={56} renderRow={renderRow} />
      {renderLost((fresh.nodes ?? []).flatMap((node) => textField(node, 'id') ?? []))}
    </div>
  );
}

/** Shows a block with the pictures of one side. */
type ViewBlock = (node: DocumentNode | undefined, side: 'base' | 'next') => ReactNode;

/** Whether words alone do not tell how an edited block differs: they are the same, or a picture is another. */
function looksOnly(
  before: DocumentNode | undefined,
  after: DocumentNode | undefined,
  words: BlockStep['words'] = [],
): boolean {
  if (words.every(({ kind }) => kind === 'same')) return true;
  const picturesOf = (node: DocumentNode | undefined) => (node ? picturesIn(node) : []).join(' ');
  return picturesOf(before) !== picturesOf(after);
}

/** An edited block of one side, or of both in one. Code is shown as text: its words stand in no nodes. */
function editedBlock(
  before: DocumentNode | undefined,
  after: DocumentNode | undefined,
  { words = [] }: BlockStep,
  side: 'base' | 'next' | 'both',
  view: ViewBlock,
): ReactNode {
  const node = side === 'base' ? before : after;
  if (!node) return null;
  if (node.type !== 'code' && node.type !== 'html')
    return view(markWords(node, words, side), side === 'base' ? 'base' : 'next');
  const foreign = side === 'base' ? 'added' : side === 'next' ? 'removed' : undefined;
  return (
    <div className="document">
      <pre className="whitespace-pre-wrap!">
        <Words runs={words.filter(({ kind }) => kind !== foreign)} />
      </pre>
    </div>
  );
}
