import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Comment } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { type SelectionAction, SelectionBar } from '#src/components/table/selection-bar.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
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
  organizationId: string;
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

/**
 * Comments grouped by subject. `j` and `k` move, `r` replies, `e` resolves and opens the next, `x` selects for
 * resolving in bulk.
 */
export function ThreadList({ organizationId, list, active, onActive, heading, empty }: ThreadListProps) {
  // The URL updates later: keys pressed quickly must not wait for it.
  const cursor = useRef(active);
  const [shown, setShown] = useState(active);
  const [replying, setReplying] = useState<string | null>(null);
  const { resolve, isPending } = useResolve();
  const items = useKeptReply(list.items, replying);
  const groups = groupBy(items, groupOf);
  const order = [...groups.values()].flat();
  const selection = useSelection(order.map(({ id }) => id));
  const selected = order.filter(({ id }) => selection.has(id));
  const current = () => order.find(({ id }) => id === cursor.current);

  const activate = (id: string | undefined) => {
    if (cursor.current === id) return;
    cursor.current = id;
    setShown(id);
    onActive(id);
  };
  const goTo = (comment: Comment | undefined) => {
    setReplying(null);
    activate(comment?.id);
    if (comment) document.getElementById(domId(comment.id))?.focus();
  };
  const reply = (comment: Comment | undefined) => {
    if (!comment) return;
    activate(comment.id);
    flushSync(() => setReplying(comment.id));
  };
  const step = (by: 1 | -1) => {
    const at = order.findIndex(({ id }) => id === cursor.current);
    goTo(order[Math.min(Math.max(at + by, 0), order.length - 1)]);
  };
  const openNextUnresolved = (from: Comment) => {
    const at = order.indexOf(from);
    const isOpen = ({ status, id }: Comment) => status === 'open' && id !== from.id;
    const next = order.slice(at + 1).find(isOpen) ?? order.slice(0, at).findLast(isOpen);
    announce(next ? 'Next comment' : 'No more open comments');
    goTo(next);
  };
  const toggleResolved = (comment: Comment | undefined) => {
    if (!comment?.permissions.reply) return;
    resolve([comment], comment.status === 'open');
    if (comment.status === 'open') openNextUnresolved(comment);
  };
  useShortcuts([
    { keys: 'j', label: 'Next comment', group: 'List', run: () => step(1) },
    { keys: 'k', label: 'Previous comment', group: 'List', run: () => step(-1) },
    { keys: 'r', label: 'Reply', group: 'List', run: () => reply(current()) },
    {
      keys: 'e',
      label: 'Resolve and continue, or reopen',
      group: 'List',
      run: () => toggleResolved(current()),
    },
    {
      keys: 'x',
      label: 'Select',
      group: 'List',
      run: () => cursor.current !== undefined && selection.toggle(cursor.current, false),
    },
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
                <article
                  key={comment.id}
                  id={domId(comment.id)}
                  tabIndex={-1}
                  data-ring
                  aria-label={`Comment by ${comment.postedBy.displayName}`}
                  aria-current={comment.id === shown || undefined}
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
                      organizationId={organizationId}
                      comment={comment}
                      isOpen={comment.id === shown}
                      onOpen={() => activate(comment.id)}
                      isReplying={replying === comment.id}
                      onReplying={(isReplying) => (isReplying ? reply(comment) : goTo(comment))}
                      onResolved={() => openNextUnresolved(comment)}
                    />
                  </div>
                </article>
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
