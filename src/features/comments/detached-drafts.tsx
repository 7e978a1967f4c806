import { useState } from 'react';
import { copyText } from '#src/components/clipboard/copy-text.ts';
import { listDrafts, deleteDraft, readDraft } from '#src/components/drafts/drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { commentDraftName } from './comment-drafts.ts';

interface DetachedDraftsProps {
  /** Common prefix of the page's block drafts. */
  draftPrefix: string;
  /** Ids of the blocks on the page. */
  nodeIds: readonly string[];
}

/** Unsent drafts on blocks that were changed or deleted. */
export function DetachedDrafts({ draftPrefix, nodeIds }: DetachedDraftsProps) {
  const [lost, setLost] = useState(() =>
    listDrafts(commentDraftName(draftPrefix)).filter((nodeId) => !nodeIds.includes(nodeId)),
  );
  const discard = (nodeId: string) => {
    deleteDraft(commentDraftName(draftPrefix + nodeId));
    setLost(lost.filter((one) => one !== nodeId));
  };
  return lost.map((nodeId) => {
    const text = readDraft(commentDraftName(draftPrefix + nodeId)) ?? '';
    return (
      <Callout
        key={nodeId}
        tone="warning"
        title="Unsent draft: its block was changed or deleted"
        className="mt-3"
        action={
          <span className="flex gap-2">
            <Button size="small" onClick={() => void copyText(text)}>
              Copy
            </Button>
            <Button size="small" onClick={() => discard(nodeId)}>
              Discard
            </Button>
          </span>
        }
      >
        <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </span>
      </Callout>
    );
  });
}
