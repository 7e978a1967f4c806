import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Pencil } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { openDraftMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { MissingOperationError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { useDenialReasons, useEditDenial } from './denial-reasons.ts';
import { isUnfinished, noEditingReason } from './labels.ts';
import { ownUnfinishedOf } from './own-unfinished.ts';
import { changeRequestInvalidations } from './queries.ts';
import { keepPlace } from './views/place.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the differences from which the editor was opened. */
    afterChanges?: true;
  }
}

interface EditPageLinkProps {
  /** `changeRequest`: id or number. */
  params: { organizationId: string; spaceId: string; changeRequest: string; pageId: string };
  space: Space;
  changeRequest: ChangeRequest;
  /** In the differences, which the editor leads back to. */
  isInChanges?: boolean;
  /** Requests what the editor needs; called as soon as the pointer or the focus is on the link. */
  onAhead: () => void;
}

/** The anchor of the heading that the person is reading below; empty above the first one. */
function headingInView(): string {
  const headings = document.querySelectorAll('#main [data-level][id]');
  const edge = window.innerHeight / 3;
  // They are below one another, and a long text has thousands.
  let reached = 0;
  let end = headings.length;
  while (reached < end) {
    const middle = (reached + end) >> 1;
    const top = headings[middle]?.getBoundingClientRect().top ?? Infinity;
    if (top < edge) reached = middle + 1;
    else end = middle;
  }
  return headings[reached - 1]?.id ?? '';
}

/** A click that only follows a link, here. */
function isPlainClick(event: MouseEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** The key of both ways into the editor. */
const editShortcut = (run: () => void, label = 'Edit page') => [
  { keys: 'w', label, group: 'Editing', run } satisfies Shortcut,
];

/**
 * Opens the editor of a page in a change request, at the heading in view; `w` does the same from anywhere in the text. What
 * people who may only comment type there is suggested.
 */
export function EditPageLink({ params, space, changeRequest, isInChanges, onAhead }: EditPageLinkProps) {
  const navigate = useNavigate();
  const { write: disabledReason } = useDenialReasons(changeRequest, space.permissions);
  const isSuggesting = disabledReason === permissionReasons.editor && space.permissions.comment;
  const canOpen = disabledReason === undefined || isSuggesting;
  const target = {
    to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
    params,
    search: isSuggesting ? ({ mode: 'suggest' } as const) : {},
  } as const;
  const open = () => {
    onAhead();
    const hash = headingInView();
    if (isInChanges) keepPlace(params.pageId);
    void navigate({
      ...target,
      // The editor shows that heading; the text that is left has it, too.
      hashScrollIntoView: false,
      ...(hash && { hash }),
      ...(isInChanges && { state: { afterChanges: true } }),
    });
  };
  useShortcuts(canOpen ? editShortcut(open, isSuggesting ? 'Suggest changes' : undefined) : []);
  if (disabledReason === noEditingReason || !isUnfinished(changeRequest)) return null;
  if (!canOpen) {
    return (
      <Button size="small" icon={<Pencil />} disabledReason={disabledReason}>
        Edit
      </Button>
    );
  }
  const followLink = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    open();
  };
  return (
    <Link
      {...target}
      className={buttonStyle('neutral', 'small')}
      preloadDelay={0}
      onClick={followLink}
      onPointerEnter={onAhead}
      onFocus={onAhead}
    >
      <Pencil />
      {isSuggesting ? 'Suggest' : 'Edit'}
    </Link>
  );
}

interface LeaveEditorProps {
  params: { organizationId: string; spaceId: string; changeRequest: string };
  pageId: string;
}

/** Leads from the editor to the page: back to the place in its differences, if the editor was opened there. */
export function LeaveEditorLink({ params, pageId }: LeaveEditorProps) {
  const { history } = useRouter();
  const isAfterChanges = useLocation({ select: ({ state }) => state.afterChanges === true });
  if (isAfterChanges) {
    return (
      <Button size="small" icon={<ArrowLeft className="max-sm:hidden" />} onClick={() => history.back()}>
        Back to changes
      </Button>
    );
  }
  return (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content"
      params={params}
      search={{ page: pageId }}
      className={buttonStyle('neutral', 'small')}
    >
      View page
    </Link>
  );
}

interface EditInDraftButtonProps {
  organizationId: string;
  space: Space;
  pageId: string;
  /** As for `EditPageLink`. */
  onAhead: () => void;
}

/**
 * Opens the editor of a page of a space, at the heading in view, in a new draft. A person with unfinished
 * change requests is asked which one the edit belongs to, so that none gets unrelated changes. At a server
 * without such drafts, everyone is asked.
 */
export function EditInDraftButton({ organizationId, space, pageId, onAhead }: EditInDraftButtonProps) {
  const navigate = useNavigate();
  const disabledReason = useEditDenial(space.permissions);
  const draft = useApiMutation(openDraftMutation(), { invalidates: changeRequestInvalidations });
  const params = { organizationId, spaceId: space.id };
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const hasUnfinished = async () => {
    const ownRequests = ownUnfinishedOf(space.id, currentUser()?.id ?? '');
    setAsking(true);
    try {
      return (await queryClient.fetchQuery({ ...ownRequests, staleTime: 0 })).length > 0;
    } finally {
      setAsking(false);
    }
  };
  const open = async () => {
    if (draft.isPending || isAsking) return;
    const hash = headingInView();
    const ask = () =>
      navigate({
        to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
        params: { ...params, pageId },
        search: ({ q }) => ({ q, change: 'new' as const }),
        hashScrollIntoView: false,
        ...(hash && { hash }),
      });
    // If it is unknown, the person is asked.
    if (await hasUnfinished().catch(() => true)) return ask();
    try {
      const { number } = await draft.mutateAsync({ path: { spaceId: space.id }, body: { page: pageId } });
      await navigate({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
        params: { ...params, changeRequest: String(number), pageId },
        ...(hash && { hash }),
      });
    } catch (error) {
      if (error instanceof MissingOperationError) return ask();
      toastFailure(error);
    }
  };
  useShortcuts(disabledReason === undefined ? editShortcut(() => void open()) : []);
  return (
    <Button
      size="small"
      icon={<Pencil />}
      disabledReason={disabledReason}
      pending={draft.isPending || isAsking}
      onClick={() => void open()}
      onPointerEnter={onAhead}
      onFocus={onAhead}
    >
      Edit
    </Button>
  );
}
