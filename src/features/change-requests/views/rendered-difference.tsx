import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { DocumentView } from '#src/components/document/document-view.tsx';
import type { DocumentContext } from '#src/components/document/inline-nodes.tsx';
import { textField } from '#src/components/document/document-nodes.ts';
import type { ChangeRequestPath } from '../change-request-labels.ts';
import type { BlockStep } from '../differences/block-steps.ts';
import { hasChanges, sideOf } from '../differences/changed-nodes.ts';
import { labelOfStep } from './change-mark.ts';
import { DifferenceList } from './difference-list.tsx';
import { blocksCompared, emptyDocument, type PageSides } from './page-sides.ts';
import { useImageUrls } from './image-urls.ts';
import './differences.css';

interface RenderedDifferenceProps extends PageSides {
  path: ChangeRequestPath;
  sideBySide: boolean;
  context: DocumentContext;
  /** Content below a block of the new text: its comments. */
  renderBelow: (nodeId: string) => ReactNode;
  /** Content below all blocks, given the ids of those present. */
  renderDetached: (present: readonly string[]) => ReactNode;
}

/** Both sides rendered, block by block, with changed words marked. */
export function RenderedDifference(props: RenderedDifferenceProps) {
  const { path, base, next, sideBySide, context, renderBelow, renderDetached } = props;
  const old = base?.document ?? emptyDocument;
  const fresh = next?.document ?? emptyDocument;
  const { data } = useSuspenseQuery(blocksCompared(props));
  const pictures = useImageUrls(path, old, fresh, context.imageUrl);
  const view = (node: DocumentNode | undefined, side: 'base' | 'next', other = side) =>
    node && (
      <DocumentView
        document={{ type: 'document', nodes: [node] }}
        renderLink={context.renderLink}
        imageUrl={(src, isRemoved) => pictures[isRemoved ? other : side](src)}
      />
    );

  const renderRow = (step: BlockStep, isCurrent: boolean) => {
    const before = step.base === undefined ? undefined : old.nodes?.[step.base];
    const after = step.next === undefined ? undefined : fresh.nodes?.[step.next];
    const mark = labelOfStep(step);
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
        {nodeId && renderBelow(nodeId)}
      </div>
    );
  };
  return (
    <div className="difference">
      <DifferenceList changes={data.steps} noun="block" rowHeight={56} renderRow={renderRow} />
      {renderDetached((fresh.nodes ?? []).flatMap((node) => textField(node, 'id') ?? []))}
    </div>
  );
}
