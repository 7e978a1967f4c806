import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { Button } from '#src/ui/button.tsx';
import { hasDraft } from './comment-drafts.ts';
import { threadsOf } from './comment-query.ts';
import { type CommentContext, createComment } from './comment-requests.ts';
import { Composer } from './composer.tsx';
import { DetachedDrafts } from './detached-drafts.tsx';
import { ThreadCard } from './thread-card.tsx';
import { useCommentChange } from './use-comment-changes.ts';

/** Whether a thread is shown below its block in the rendered page. */
export function isOnBlock({ status, target }: Comment): boolean {
  return status === 'open' && target.node !== undefined && target.page?.outdated !== true;
}

/** Common prefix of the page's block drafts; the block id follows. */
const blockDraftPrefix = ({ changeRequestId, spaceId }: CommentContext, pageId: string) =>
  `block.${changeRequestId ?? spaceId}.${pageId}.`;

/** The comments on a page: all of them, and what to render below each block and below the page. */
export function usePageThreads(context: CommentContext, pageId: string) {
  const { spaceId, changeRequestId } = context;
  const scope =
    changeRequestId === undefined
      ? ({ of: 'space', spaceId } as const)
      : ({ of: 'changeRequest', spaceId, changeRequestId } as const);
  const { data } = useInfiniteQuery(threadsOf(scope, { status: 'all', page: pageId }));
  const threads = data?.pages.flatMap(({ items }) => items) ?? [];
  const onBlocks = groupBy(threads.filter(isOnBlock), ({ target }) => target.node?.id);
  const renderBelow = (nodeId: string): ReactNode => (
    <BlockThreads place={context} pageId={pageId} nodeId={nodeId} threads={onBlocks.get(nodeId) ?? []} />
  );
  const draftPrefix = blockDraftPrefix(context, pageId);
  const renderDetached = (present: readonly string[]): ReactNode => (
    <DetachedDrafts key={draftPrefix} draftPrefix={draftPrefix} nodeIds={present} />
  );
  return { threads, renderBelow, renderLost: renderDetached };
}

interface BlockThreadsProps {
  place: CommentContext;
  pageId: string;
  nodeId: string;
  threads: readonly Comment[];
}

/** Open comments on a block, with a button for a new one. */
function BlockThreads({ place, pageId, nodeId, threads }: BlockThreadsProps) {
  const draft = blockDraftPrefix(place, pageId) + nodeId;
  // A block scrolled out of view is unmounted together with the field below it.
  const [composer, setWriting] = useState<'asked' | 'back' | null>(() => (hasDraft(draft) ? 'back' : null));
  const change = useCommentChange();
  return (
    <div>
      {threads.map((comment) => (
        <ThreadCard
          key={comment.id}
          organizationId={place.organizationId}
          comment={comment}
          isBelowBlock
          className="my-2"
        />
      ))}
      {composer ? (
        <div className="my-2">
          <Composer
            organizationId={place.organizationId}
            draft={draft}
            label="Comment on this block"
            submitLabel="Comment"
            autoFocus={composer === 'asked'}
            onSend={async (markdown) => {
              await change.mutateAsync(() => createComment(place, { page: pageId, node: nodeId }, markdown));
              setWriting(null);
            }}
            onCancel={() => setWriting(null)}
          />
        </div>
      ) : (
        <Button
          size="small"
          tone="quiet"
          icon={<MessageSquarePlus />}
          className="pointer-fine:absolute pointer-fine:top-0.5 pointer-fine:right-1 pointer-fine:opacity-0 -ml-2 bg-surface text-ink-soft! group-hover/row:opacity-100 focus-visible:opacity-100"
          disabledReason={reasonUnless(place.canComment, permissionReasons.commenter)}
          onClick={() => setWriting('asked')}
        >
          Comment
        </Button>
      )}
    </div>
  );
}
