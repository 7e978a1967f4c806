import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Comment } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { type SelectionAction, SelectionBar } from '#src/components/table/selection-bar.tsx';
import { type ListSelection, useSelection } from '#src/components/table/use-selection.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { groupBy } from '#src/lib/arrays.ts';
import { classNames } from '#src/lib/class-names.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { useResolve } from './actions.ts';
import type { ListedComment } from './queries.ts';
import { Thread } from './thread.tsx';
import './comments.css';

interface ThreadListProps {
  list: List<ListedComment>;
  /** Id of the open comment. */
  active: string | undefined;
  onActive: (id: string | undefined) => void;
  /** Heading of a group of comments, linking to their subject. */
  heading: (comment: ListedComment) => ReactNode;
  /** Shown without comments. */
  empty: ReactNode;
}

/** On wide screens, what the comments are about stands beside them. */
export const threadColumns = 'xl:grid xl:grid-cols-aside-main xl:items-start xl:gap-x-8';

const groupOf = ({ target }: Comment) => [target.space, target.changeRequest, target.page?.id].join(' ');

const domId = (id: string) => `thread-${id}`;

/** The open comment of a list, and the one that is answered. */
function useOpenComment(
  items: readonly ListedComment[],
  { active, onActive }: Pick<ThreadListProps, 'active' | 'onActive'>,
) {
  // The URL updates later: keys pressed quickly must not wait for it.
  const cursor = useRef(active);
  const [openId, setOpenId] = useState(active);
  const [replying, setReplying] = useState<string | null>(null);
  const groups = groupBy(useKeptReply(items, replying), groupOf);
  const order = [...groups.values()].flat();

  const activate = (id: string | undefined) => {
    if (cursor.current === id) return;
    cursor.current = id;
    setOpenId(id);
    onActive(id);
  };
  const goTo = (comment: Comment | undefined) => {
    setReplying(null);
    activate(comment?.id);
    if (comment) document.getElementById(domId(comment.id))?.focus();
  };
  return {
    groups,
    order,
    openId,
    replying,
    activate,
    goTo,
    /** The open one; also before the next render. */
    current: () => order.find(({ id }) => id === cursor.current),
    step: (by: 1 | -1) => {
      const at = order.findIndex(({ id }) => id === cursor.current);
      goTo(order[Math.min(Math.max(at + by, 0), order.length - 1)]);
    },
    reply: (comment: Comment | undefined) => {
      if (!comment) return;
      activate(comment.id);
      flushSync(() => setReplying(comment.id));
    },
    openNextUnresolved: (from: Comment) => {
      const at = order.indexOf(from);
      const isOpen = ({ status, id }: Comment) => status === 'open' && id !== from.id;
      const next = order.slice(at + 1).find(isOpen) ?? order.slice(0, at).findLast(isOpen);
      announce(next ? 'Next comment' : 'No more open comments');
      goTo(next);
    },
  };
}

/**
 * Comments grouped by subject. `j` and `k` move, `r` replies, `e` resolves and opens the next, `x` selects for
 * resolving in bulk.
 */
export function ThreadList(props: ThreadListProps) {
  const { list, heading, empty } = props;
  const { resolve, isPending } = useResolve();
  const threads = useOpenComment(list.items, props);
  const { groups, order, current } = threads;
  const selection = useSelection(order.map(({ id }) => id));
  const selected = order.filter(({ id }) => selection.has(id));
  const toggleResolved = (comment: Comment | undefined) => {
    if (!comment?.permissions.reply) return;
    resolve([comment], comment.status === 'open');
    if (comment.status === 'open') threads.openNextUnresolved(comment);
  };
  const toggleSelected = (comment: Comment | undefined) => comment && selection.toggle(comment.id, false);
  useShortcuts([
    { keys: 'j', label: 'Next comment', group: 'List', run: () => threads.step(1) },
    { keys: 'k', label: 'Previous comment', group: 'List', run: () => threads.step(-1) },
    { keys: 'r', label: 'Reply', group: 'List', run: () => threads.reply(current()) },
    {
      keys: 'e',
      label: 'Resolve and continue, or reopen',
      group: 'List',
      run: () => toggleResolved(current()),
    },
    { keys: 'x', label: 'Select', group: 'List', run: () => toggleSelected(current()) },
  ]);

  if (order.length === 0) return empty;
  return (
    <div className="max-sm:pt-2">
      {[...groups].map(([key, comments]) => {
        const [first] = comments;
        return (
          <section key={key} className={classNames('mb-6', threadColumns)}>
            {first && <h2 className="thread-heading">{heading(first)}</h2>}
            <div className="threads max-w-3xl">
              {comments.map((comment) => (
                <ListedThread key={comment.id} comment={comment} threads={threads} selection={selection} />
              ))}
            </div>
          </section>
        );
      })}
      <div className="-mx-1">
        <ListFooter shown={order.length} list={list} noun="comment" />
      </div>
      <SelectionBar
        count={selected.length}
        noun="comment"
        onClear={selection.clear}
        size="small"
        actions={[true, false].map((resolved) => ({
          ...resolveAction(selected, resolved, resolve),
          pending: isPending,
        }))}
      />
    </div>
  );
}

interface ListedThreadProps {
  comment: ListedComment;
  threads: ReturnType<typeof useOpenComment>;
  selection: ListSelection;
}

/** A thread with the checkbox that selects it. */
function ListedThread({ comment, threads, selection }: ListedThreadProps) {
  const { openId, replying, activate, goTo, reply, openNextUnresolved } = threads;
  return (
    <article
      id={domId(comment.id)}
      tabIndex={-1}
      data-ring
      aria-label={`Comment by ${comment.postedBy.displayName}`}
      aria-current={comment.id === openId || undefined}
      className="thread"
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) activate(comment.id);
      }}
    >
      <Checkbox
        aria-label={`Select comment by ${comment.postedBy.displayName}`}
        className="mt-1"
        checked={selection.has(comment.id)}
        onChange={() => selection.toggle(comment.id, false)}
      />
      <div className="min-w-0 flex-1">
        <Thread
          comment={comment}
          isOpen={comment.id === openId}
          onOpen={() => activate(comment.id)}
          isReplying={replying === comment.id}
          onReplying={(isReplying) => (isReplying ? reply(comment) : goTo(comment))}
          onResolved={() => openNextUnresolved(comment)}
        />
      </div>
    </article>
  );
}

/**
 * The comments including the one being answered, also after another person has deleted or resolved it: the
 * typed text stays, and sending it reports the reason.
 */
function useKeptReply(items: readonly ListedComment[], replying: string | null): readonly ListedComment[] {
  const lastComment = useRef<{ comment: ListedComment; index: number }>(undefined);
  const index = items.findIndex(({ id }) => id === replying);
  const [comment] = index === -1 ? [] : items.slice(index, index + 1);
  if (comment) lastComment.current = { comment, index };
  if (comment || replying === null || lastComment.current?.comment.id !== replying) return items;
  return items.toSpliced(lastComment.current.index, 0, lastComment.current.comment);
}

/** Bulk action that resolves or reopens the selected comments that are not yet. */
function resolveAction(
  comments: readonly Comment[],
  resolved: boolean,
  onChange: (comments: readonly Comment[], resolved: boolean) => void,
): SelectionAction {
  const affected = comments.filter(({ status }) => (status === 'open') === resolved);
  const isDenied = affected.some(({ permissions }) => !permissions.reply);
  const emptyReason = affected.length === 0 && `No selected comment is ${resolved ? 'open' : 'resolved'}.`;
  return {
    label: resolved ? 'Resolve' : 'Reopen',
    ...(resolved ? { tone: 'primary' } : {}),
    prominent: true,
    disabledReason: emptyReason || reasonUnless(!isDenied, permissionReasons.commenter),
    onSelect: () => onChange(affected, resolved),
  };
}
