import type { Comment } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { type CommentContext, createComment } from './comment-requests.ts';
import { Composer } from './composer.tsx';
import { ThreadCard } from './thread-card.tsx';
import { useCommentChange } from './use-comment-changes.ts';

interface PageThreadsProps {
  context: CommentContext;
  pageId: string;
  /** Threads not shown below a block. */
  threads: readonly Comment[];
  /** False if a change request deleted the page. */
  pageExists: boolean;
}

/** Comments on the page as a whole, resolved ones, and those on blocks that no longer exist. */
export function PageThreads({ context, pageId, threads, pageExists }: PageThreadsProps) {
  const change = useCommentChange();
  return (
    <section aria-labelledby="page-threads" className="mt-8 max-w-3xl border-t border-line pt-4">
      <h3 id="page-threads" className="mb-3 font-semibold">
        Comments on this page
      </h3>
      {threads.length === 0 && <p className="mb-3 text-ink-soft">No comments yet.</p>}
      <div className="mb-4 flex flex-col gap-3">
        {threads.map((comment) => (
          <ThreadCard key={comment.id} organizationId={context.organizationId} comment={comment} />
        ))}
      </div>
      {pageExists && (
        <Composer
          organizationId={context.organizationId}
          draft={`page.${context.changeRequestId ?? context.spaceId}.${pageId}`}
          label="Comment on this page"
          submitLabel="Comment"
          disabledReason={reasonUnless(context.canComment, permissionReasons.commenter)}
          onSend={(markdown) => change.mutateAsync(() => createComment(context, { page: pageId }, markdown))}
        />
      )}
    </section>
  );
}
