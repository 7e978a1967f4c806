import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  Ellipsis,
  FileText,
  GitMerge,
  GitPullRequestArrow,
  MessageSquareCheck,
  Pencil,
  RefreshCw,
  Undo2,
  UserPlus,
} from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { ChangeRequestActions, Target } from './change-request-actions.ts';
import { isUnfinished } from './change-request-labels.ts';
import { isEmpty, nothingToMerge, type DenialReasons } from './denial-reasons.ts';
import { changesOf } from './views/sides.ts';
import { changePreviewLimit } from './views/use-unviewed-pages.ts';

interface ActionButtonsProps {
  target: Target;
  denialReasons: DenialReasons;
  actions: ChangeRequestActions;
  onOpenDialog: (ask: 'review' | 'reviewers') => void;
  /** Changes the subject in place, where there is a place for it. */
  onRename?: () => void;
  /** Further lines of the menu. */
  more: readonly MenuEntry[];
}

/**
 * The buttons of a change request; those that the server would refuse say why. The next step is the primary one: a draft is
 * opened for review, what is open is merged.
 */
export function ActionButtons({
  target,
  denialReasons,
  actions,
  onOpenDialog,
  onRename,
  more,
}: ActionButtonsProps) {
  const { path, changeRequest } = target;
  const isDraft = changeRequest.status === 'draft';
  // Asked for by what lists the changes. Where nothing does, the action itself finds out.
  const { data: changes } = useQuery({ ...changesOf(path, changePreviewLimit), enabled: false });
  const entries = (): MenuEntry[] => [
    ...more,
    ...(onRename
      ? [{ label: 'Rename', icon: <Pencil />, disabledReason: denialReasons.edit, onSelect: onRename }]
      : []),
    {
      label: 'Request review…',
      icon: <UserPlus />,
      disabledReason: denialReasons.edit,
      onSelect: () => onOpenDialog('reviewers'),
    },
    { label: 'Export as PDF', icon: <FileText />, onSelect: () => void actions.print(target) },
    'separator',
    ...statusEntries(target, denialReasons, actions),
  ];
  return (
    <>
      <MenuIconButton label="More actions" align="end" entries={entries}>
        <Ellipsis />
      </MenuIconButton>
      <Button
        icon={<RefreshCw />}
        disabledReason={denialReasons.edit ?? (!changeRequest.outdated && 'Already up to date.')}
        onClick={() => void actions.update(target)}
      >
        Update
      </Button>
      <Button
        icon={<MessageSquareCheck />}
        disabledReason={denialReasons.review}
        onClick={() => onOpenDialog('review')}
      >
        Review
      </Button>
      <Button
        tone={isDraft ? 'neutral' : 'primary'}
        icon={<GitMerge />}
        disabledReason={denialReasons.merge ?? (isEmpty(changes) && nothingToMerge)}
        onClick={() => void actions.merge(target)}
      >
        Merge
      </Button>
      {isDraft && (
        <Button
          tone="primary"
          icon={<GitPullRequestArrow />}
          disabledReason={denialReasons.edit}
          onClick={() => void actions.setStatus(target, 'open')}
        >
          Open for review
        </Button>
      )}
    </>
  );
}

function statusEntries(
  target: Target,
  denialReasons: DenialReasons,
  actions: ChangeRequestActions,
): MenuEntry[] {
  const { status } = target.changeRequest;
  const entries: MenuEntry[] = [];
  const set = (to: 'open' | 'draft' | 'archived') => () => void actions.setStatus(target, to);
  if (status === 'archived')
    entries.push({
      label: 'Reopen',
      icon: <Undo2 />,
      disabledReason: denialReasons.reopen,
      onSelect: set('open'),
    });
  if (status === 'open')
    entries.push({
      label: 'Convert to draft',
      icon: <Undo2 />,
      disabledReason: denialReasons.edit,
      onSelect: set('draft'),
    });
  if (isUnfinished(target.changeRequest) || status === 'merged')
    entries.push({
      label: 'Archive',
      icon: <Archive />,
      disabledReason: denialReasons.edit,
      onSelect: set('archived'),
    });
  return entries;
}
