import type { ReactNode } from 'react';
import { useList } from '#src/api/paging.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { type CommentScope, type ListedComment, threadsOf } from './comment-query.ts';
import { type CommentContext, createComment } from './comment-requests.ts';
import { Composer } from './composer.tsx';
import { ThreadFilters } from './thread-filters.tsx';
import { ThreadHeading } from './thread-heading.tsx';
import { ThreadList } from './thread-list.tsx';
import { filterOf, type ThreadSearch } from './thread-search.ts';
import { useCommentChange } from './use-comment-changes.ts';

interface CommentThreadsProps {
  organizationId: string;
  scope: CommentScope;
  search: ThreadSearch;
  onSearch: (search: Partial<ThreadSearch>) => void;
  active: string | undefined;
  onActive: (id: string | undefined) => void;
  /** Where new comments are created; omitted in lists across spaces. */
  context?: CommentContext;
  /** Space titles by id, in lists across spaces. */
  spaces?: ReadonlyMap<string, string>;
}

/** The comments of a scope with filters and a field for new ones. */
export function CommentThreads(props: CommentThreadsProps) {
  const { organizationId, scope, search, onSearch, active, onActive, context, spaces } = props;
  const list = useList(threadsOf(scope, filterOf(search)));
  const heading = (comment: ListedComment): ReactNode => (
    <ThreadHeading organizationId={organizationId} comment={comment} />
  );
  return (
    <section aria-label="Comments">
      {context && <NewComment place={context} />}
      <ThreadFilters search={search} onSearch={onSearch} threads={list.items} {...(spaces && { spaces })} />
      <ThreadList
        organizationId={organizationId}
        list={list}
        active={active}
        onActive={onActive}
        heading={heading}
      />
    </section>
  );
}

function NewComment({ place }: { place: CommentContext }) {
  const change = useCommentChange();
  const noun = place.changeRequestId === undefined ? 'space' : 'change request';
  return (
    <div className="mb-6 max-w-3xl">
      <Composer
        organizationId={place.organizationId}
        draft={`new.${place.spaceId}.${place.changeRequestId ?? ''}`}
        label={`Comment on the ${noun}`}
        submitLabel="Comment"
        disabledReason={reasonUnless(place.canComment, permissionReasons.commenter)}
        onSend={(markdown) => change.mutateAsync(() => createComment(place, {}, markdown))}
      />
    </div>
  );
}
