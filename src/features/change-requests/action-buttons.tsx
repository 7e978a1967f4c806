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
  /** Renames in place, where the screen supports it. */
  onRename?: () => void;
  /** More menu entries. */
  more: readonly MenuEntry[];
}

/**
 * Buttons of a change request. Disabled ones give the reason. Drafts have "Open for review" as the primary action, open
 * ones "Merge".
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
  // Fetched by the list of changes. Without that list, the merge action checks it itself.
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
