import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { listDrafts, deleteDraft, readDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import type { PendingComment } from '#src/domain/comments/pending-comments.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { groupBy } from '#src/lib/arrays.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import {
  type CommentContext,
  createComment,
  useCommentChange,
  commentDraftName,
  hasDraft,
} from './actions.ts';
import { Composer } from './composer.tsx';
import { threadsOf } from './queries.ts';
import { ThreadCard } from './thread.tsx';

// For reviewers of a change request.
const PendingList = lazyPart(async () => ({ default: (await import('./pending-list.tsx')).PendingList }));

interface DetachedDraftsProps {
  /** Common prefix of the page's block drafts. */
  draftPrefix: string;
  /** Ids of the blocks on the page. */
  nodeIds: readonly string[];
}

/** Unsent drafts on blocks that were changed or deleted. */
function DetachedDrafts({ draftPrefix, nodeIds }: DetachedDraftsProps) {
  const [detachedIds, setDetachedIds] = useState(() =>
    listDrafts(commentDraftName(draftPrefix)).filter((nodeId) => !nodeIds.includes(nodeId)),
  );
  const discard = (nodeId: string) => {
    deleteDraft(commentDraftName(draftPrefix + nodeId));
    setDetachedIds(detachedIds.filter((id) => id !== nodeId));
  };
  return detachedIds.map((nodeId) => {
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

interface PageThreadsProps {
  context: CommentContext;
  pageId: string;
  /** Threads not shown in the text. */
  threads: readonly Comment[];
  /** How many are shown in the text above. */
  countInText?: number;
  /** False if a change request deleted the page. */
  pageExists: boolean;
  pageTitle?: string | undefined;
}

/** Comments on the page as a whole, resolved ones, and those on blocks that no longer exist. */
export function PageThreads(props: PageThreadsProps) {
  const { context, pageId, threads, countInText = 0, pageExists } = props;
  const change = useCommentChange();
  return (
    <section aria-labelledby="page-threads" className="mt-8 border-t border-line pt-4">
      <h3 id="page-threads" className="mb-3 font-semibold">
        Comments on this page
      </h3>
      {threads.length === 0 && (
        <p className="mb-3 text-ink-soft">
          {countInText > 0 ? `${formatCount(countInText, 'comment')} in the text above.` : 'No comments yet.'}
        </p>
      )}
      <div className="mb-4 flex flex-col gap-3">
        {threads.map((comment) => (
          <ThreadCard key={comment.id} comment={comment} />
        ))}
        <PendingComments
          context={context}
          isHere={({ page, node }) => page === pageId && node === undefined}
        />
      </div>
      {pageExists && (
        <div data-new-comment="">
          <Composer
            spaceId={context.spaceId}
            draft={`page.${context.changeRequestId ?? context.spaceId}.${pageId}`}
            label="Comment on this page"
            submitLabel="Comment"
            disabledReason={reasonUnless(context.canComment, permissionReasons.commenter)}
            onSend={(markdown) =>
              change.mutateAsync(() => createComment(context, { page: pageId }, markdown))
            }
            onGather={gatherer(context, { page: pageId, pageTitle: props.pageTitle })}
          />
        </div>
      )}
    </section>
  );
}

/** Gathers comments on a place for a review; undefined where there is none. */
export function gatherer(context: CommentContext, place: Omit<PendingComment, 'id' | 'markdown'>) {
  const { review } = context;
  if (!review) return undefined;
  const { changeRequestId, revision } = review;
  return async (markdown: string) => {
    const { addPending } = await import('#src/domain/comments/pending-comments.ts');
    return addPending(changeRequestId, { revision, ...place, markdown });
  };
}

interface PendingCommentsProps {
  context: CommentContext;
  isHere: (comment: PendingComment) => boolean;
}

/** The comments at a place that wait for a review. */
function PendingComments({ context, isHere }: PendingCommentsProps) {
  if (!context.review) return null;
  return (
    <Suspense>
      <PendingList {...context.review} spaceId={context.spaceId} isHere={isHere} />
    </Suspense>
  );
}

/** Whether a thread is shown below its block in the rendered page. Suggestions are, by their lines. */
export function isOnBlock({ status, target, suggestion }: Comment): boolean {
  const isPresent = target.node !== undefined && target.page?.outdated !== true;
  return status === 'open' && isPresent && suggestion === undefined;
}

/** Common prefix of the page's block drafts; the block id follows. */
const blockDraftPrefix = ({ changeRequestId, spaceId }: CommentContext, pageId: string) =>
  `block.${changeRequestId ?? spaceId}.${pageId}.`;

/** Goes to the field for a new comment on the block of a row, opening it if need be, or on the page where there is none. */
function startComment(row: Element | null): void {
  const place =
    row?.querySelector('[data-new-comment]') ?? document.querySelector('#page-threads ~ [data-new-comment]');
  const control = place?.querySelector<HTMLElement>('textarea, button');
  if (control) focusOnceSeen(control);
  if (control instanceof HTMLButtonElement) control.click();
}

/** How long something above may load, in ms. */
const MAX_WAIT_MS = 3000;

/** Content below a loading part is hidden and can't be focused until that part has loaded. */
function focusOnceSeen(control: HTMLElement): void {
  const before = document.activeElement;
  const end = performance.now() + MAX_WAIT_MS;
  const tryIt = () => {
    if (document.activeElement !== before) return;
    control.focus();
    const isRefused = document.activeElement === before && before !== control;
    if (isRefused && performance.now() < end) requestAnimationFrame(tryIt);
  };
  tryIt();
}

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
  const renderBelow = (nodeId: string, innerIds: readonly string[]): ReactNode => (
    <BlockThreads
      context={context}
      pageId={pageId}
      nodeId={nodeId}
      threads={[nodeId, ...innerIds].flatMap((id) => onBlocks.get(id) ?? [])}
    />
  );
  /** Below the last line of blocks in the source. */
  const renderBelowLine = (nodeIds: readonly string[]): ReactNode =>
    nodeIds
      .flatMap((id) => onBlocks.get(id) ?? [])
      .map((comment) => <ThreadCard key={comment.id} comment={comment} className="m-2 max-w-3xl" />);
  const draftPrefix = blockDraftPrefix(context, pageId);
  const renderDetached = (present: readonly string[]): ReactNode => (
    <>
      <DetachedDrafts key={draftPrefix} draftPrefix={draftPrefix} nodeIds={present} />
      <PendingComments
        context={context}
        isHere={({ page, node }) => page === pageId && node !== undefined && !present.includes(node)}
      />
    </>
  );
  return {
    threads,
    commentedBlocks: new Set([...onBlocks.keys()].filter((id) => id !== undefined)),
    renderBelow,
    renderBelowLine,
    renderDetached,
    startComment: context.canComment ? startComment : undefined,
  };
}

interface BlockThreadsProps {
  context: CommentContext;
  pageId: string;
  nodeId: string;
  threads: readonly Comment[];
}

/** Open comments on a block and what is in it, with a button for a new one. */
function BlockThreads({ context, pageId, nodeId, threads }: BlockThreadsProps) {
  const draft = blockDraftPrefix(context, pageId) + nodeId;
  // A block scrolled out of view is unmounted together with the field below it.
  const [composer, setComposer] = useState<'opened' | 'restored' | null>(() =>
    hasDraft(draft) ? 'restored' : null,
  );
  const change = useCommentChange();
  const gatherHere = gatherer(context, { page: pageId, node: nodeId });
  const gather =
    gatherHere &&
    (async (markdown: string) => {
      const refusal = await gatherHere(markdown);
      if (refusal === undefined) setComposer(null);
      return refusal;
    });
  return (
    <div>
      {threads.map((comment) => (
        <ThreadCard
          key={comment.id}
          comment={comment}
          isBelowBlock={comment.target.node?.id === nodeId}
          className="my-2"
        />
      ))}
      <PendingComments context={context} isHere={({ page, node }) => page === pageId && node === nodeId} />
      {composer ? (
        <div data-new-comment="" className="my-2">
          <Composer
            spaceId={context.spaceId}
            draft={draft}
            label="Comment on this block"
            submitLabel="Comment"
            autoFocus={composer === 'opened'}
            onSend={async (markdown) => {
              await change.mutateAsync(() =>
                createComment(context, { page: pageId, node: nodeId }, markdown),
              );
              setComposer(null);
            }}
            onGather={gather}
            onCancel={() => setComposer(null)}
          />
        </div>
      ) : (
        context.canComment && (
          <div data-new-comment="">
            <Button
              size="small"
              tone="quiet"
              icon={<MessageSquarePlus />}
              className="pointer-fine:absolute pointer-fine:top-0.5 pointer-fine:right-1 pointer-fine:opacity-0 -ml-2 bg-surface text-ink-soft! group-hover/row:opacity-100 focus-visible:opacity-100"
              onClick={() => setComposer('opened')}
            >
              Comment
            </Button>
          </div>
        )
      )}
    </div>
  );
}
