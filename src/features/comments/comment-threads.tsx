import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { classNames } from '#src/lib/class-names.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { type CommentContext, createComment, useCommentChange } from './actions.ts';
import { Composer } from './composer.tsx';
import { type CommentScope, type ListedComment, threadsOf } from './queries.ts';
import { isApplicable } from './suggestions/apply-suggestions.ts';
import { threadColumns, ThreadList } from './thread-list.tsx';
import { filterOf, type ThreadSearch } from './thread-search.ts';

const ApplyAll = lazyPart(async () => ({ default: (await import('./suggestions/suggestion.tsx')).ApplyAll }));

interface ThreadHeadingProps {
  organizationId: string;
  comment: ListedComment;
}

/** The subject of the comments, as a link; with the space in lists across spaces. */
function ThreadHeading({ organizationId, comment }: ThreadHeadingProps) {
  const { spaceTitle, changeRequestNumber: number, changeRequestSubject } = comment;
  const { page, changeRequest } = comment.target;
  const subject = changeRequestSubject || 'Change request';
  const spaceText = spaceTitle !== undefined && (
    <>
      <bdi>{spaceTitle}</bdi>
      {number !== undefined && ` #${number}`}
      {page && number !== undefined && (
        <>
          {' · '}
          <bdi>{subject}</bdi>
        </>
      )}
      {!page && changeRequest === undefined && ' · Entire space'}
    </>
  );
  const title = page
    ? `${page.emoji ?? ''} ${page.title ?? 'Deleted page'}`.trim()
    : changeRequest === undefined
      ? (spaceTitle ?? 'Entire space')
      : spaceTitle === undefined
        ? 'Entire change request'
        : subject;
  return (
    <>
      <bdi>
        <TargetLink organizationId={organizationId} comment={comment} title={title} />
      </bdi>
      {spaceText && <span className="text-xs font-normal text-ink-soft">{spaceText}</span>}
    </>
  );
}

/** Link to a page, its diff, a change request or a space. */
function TargetLink({ organizationId, comment, title }: ThreadHeadingProps & { title: string }) {
  const { page, changeRequest, space: spaceId } = comment.target;
  const ofSpace = { organizationId, spaceId };
  if (changeRequest === undefined) {
    return page ? (
      <Link
        to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
        params={{ ...ofSpace, pageId: page.id }}
        className="hover:underline"
      >
        {title}
      </Link>
    ) : (
      <Link to="/o/$organizationId/spaces/$spaceId" params={ofSpace} className="hover:underline">
        {title}
      </Link>
    );
  }
  return page ? (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId"
      params={{ ...ofSpace, changeRequest, pageId: page.id }}
      className="hover:underline"
    >
      {title}
    </Link>
  ) : (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
      params={{ ...ofSpace, changeRequest }}
      className="hover:underline"
    >
      {title}
    </Link>
  );
}

interface ThreadFiltersProps {
  search: ThreadSearch;
  onSearch: (search: Partial<ThreadSearch>) => void;
  /** The listed comments; their authors and pages are the filter options. */
  threads: readonly Comment[];
  /** Space titles by id, in lists across spaces. */
  spaces?: ReadonlyMap<string, string>;
}

const unfiltered = { author: undefined, page: undefined, space: undefined };

const countFilters = ({ author, page, space }: ThreadSearch) => [author, page, space].filter(Boolean).length;

/** Filters for comments: status, author, page and space. */
function ThreadFilters({ search, onSearch, threads, spaces }: ThreadFiltersProps) {
  const { status = 'open', author = '', page = '', space = '' } = search;
  const me = currentUser()?.id ?? '';
  const authors = new Map(threads.map(({ postedBy }) => [postedBy.id, postedBy.displayName]));
  const pages = new Map(
    threads.flatMap(({ target }) =>
      target.page ? [[target.page.id, target.page.title ?? 'Deleted page']] : [],
    ),
  );
  const otherAuthors = [...authors].filter(([id]) => id !== me);
  const options = (all: string, entries: Iterable<readonly [string, string]>) => [
    { value: '', label: all },
    ...[...entries].map(([value, label]) => ({ value, label })),
  ];
  return (
    <FilterBar
      search={
        <SegmentedControl
          label="Status"
          value={status}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'resolved', label: 'Resolved' },
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => onSearch({ status: value === 'open' ? undefined : value })}
        />
      }
      active={countFilters(search)}
      onClear={() => onSearch(unfiltered)}
    >
      <Select
        aria-label="Author"
        className="sm:w-48"
        value={author}
        options={options('Any author', [[me, 'Me'] as const, ...otherAuthors])}
        onChange={(value) => onSearch({ author: value || undefined })}
      />
      {(pages.size > 0 || page !== '') && (
        <Select
          aria-label="Page"
          className="sm:w-48"
          value={page}
          options={options('All pages', pages)}
          onChange={(value) => onSearch({ page: value || undefined })}
        />
      )}
      {spaces && (
        <Select
          aria-label="Space"
          className="sm:w-48"
          value={space}
          options={options('All spaces', spaces)}
          onChange={(value) => onSearch({ space: value || undefined })}
        />
      )}
    </FilterBar>
  );
}

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
      {context && <NewComment context={context} />}
      <ThreadFilters search={search} onSearch={onSearch} threads={list.items} {...(spaces && { spaces })} />
      {context && list.items.filter(isApplicable).length > 1 && (
        <Suspense>
          <div className={threadColumns}>
            <div className="max-w-3xl xl:col-start-2">
              <ApplyAll comments={list.items} />
            </div>
          </div>
        </Suspense>
      )}
      <ThreadList
        list={list}
        active={active}
        onActive={onActive}
        heading={heading}
        empty={<NoThreads search={search} onSearch={onSearch} />}
      />
    </section>
  );
}

const noThreads = { open: 'No open comments', resolved: 'No resolved comments', all: 'No comments yet' };

function NoThreads({ search, onSearch }: Pick<ThreadFiltersProps, 'search' | 'onSearch'>) {
  const isFiltered = countFilters(search) > 0;
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title={isFiltered ? 'No comments found' : noThreads[search.status ?? 'open']}
      action={isFiltered && <Button onClick={() => onSearch(unfiltered)}>Clear filters</Button>}
      className="rounded-lg border border-line"
    >
      {isFiltered
        ? 'Other filters may find some.'
        : 'Comments on pages, blocks and change requests appear here.'}
    </EmptyState>
  );
}

function NewComment({ context }: { context: CommentContext }) {
  const change = useCommentChange();
  const noun = context.changeRequestId === undefined ? 'space' : 'change request';
  return (
    <div className={classNames('mb-6', threadColumns)}>
      <h2 className="thread-heading max-xl:hidden">New comment</h2>
      <div className="max-w-3xl">
        <Composer
          spaceId={context.spaceId}
          draft={`new.${context.spaceId}.${context.changeRequestId ?? ''}`}
          label={`Comment on the ${noun}`}
          submitLabel="Comment"
          disabledReason={reasonUnless(context.canComment, permissionReasons.commenter)}
          onSend={(markdown) => change.mutateAsync(() => createComment(context, {}, markdown))}
        />
      </div>
    </div>
  );
}
