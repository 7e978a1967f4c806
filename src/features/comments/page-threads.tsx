import type { Comment } from '#api/generated/types.gen.ts';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { type CommentPlace, createComment } from './comment-requests.ts';
import { Composer } from './composer.tsx';
import { ThreadCard } from './thread-card.tsx';
import { useCommentChange } from './use-comment-changes.ts';

interface PageThreadsProps {
  place: CommentPlace;
  pageId: string;
  /** Those that do not stand below their block. */
  threads: readonly Comment[];
  /** The page is where it would be commented on: a change request may have taken it away. */
  isThere: boolean;
}

/** Discussions on a page as a whole, resolved ones, and those on blocks that are there no more. */
export function PageThreads({ place, pageId, threads, isThere }: PageThreadsProps) {
  const change = useCommentChange();
  return (
    <section aria-labelledby="page-threads" className="mt-8 max-w-3xl border-t border-line pt-4">
      <h3 id="page-threads" className="mb-3 font-semibold">
        Comments on this page
      </h3>
      {threads.length === 0 && <p className="mb-3 text-ink-soft">No comments yet.</p>}
      <div className="mb-4 flex flex-col gap-3">
        {threads.map((comment) => (
          <ThreadCard key={comment.id} organizationId={place.organizationId} comment={comment} />
        ))}
      </div>
      {isThere && (
        <Composer
          organizationId={place.organizationId}
          draft={`page.${place.changeRequestId ?? place.spaceId}.${pageId}`}
          label="Comment on this page"
          submitLabel="Comment"
          disabledReason={unless(place.canComment, needs.commenter)}
          onSend={(markdown) => change.mutateAsync(() => createComment(place, { page: pageId }, markdown))}
        />
      )}
    </section>
  );
}
