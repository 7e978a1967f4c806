import {
  Archive,
  Ellipsis,
  FileText,
  GitMerge,
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
import { isUnfinished } from './change-request-words.ts';
import type { Refusals } from './refusals.ts';

interface ActionButtonsProps {
  target: Target;
  refusals: Refusals;
  actions: ChangeRequestActions;
  onAsk: (ask: 'review' | 'reviewers') => void;
  /** Changes the subject in place, where there is a place for it. */
  onRename?: () => void;
  /** Further lines of the menu. */
  more: readonly MenuEntry[];
}

/** The buttons of a change request; those that the server would refuse say why. */
export function ActionButtons({ target, refusals, actions, onAsk, onRename, more }: ActionButtonsProps) {
  const { changeRequest } = target;
  const entries = (): MenuEntry[] => [
    ...more,
    ...(onRename
      ? [{ label: 'Rename', icon: <Pencil />, disabledReason: refusals.edit, onSelect: onRename }]
      : []),
    {
      label: 'Ask for reviews…',
      icon: <UserPlus />,
      disabledReason: refusals.edit,
      onSelect: () => onAsk('reviewers'),
    },
    { label: 'Print as PDF', icon: <FileText />, onSelect: () => void actions.print(target) },
    'separator',
    ...statusEntries(target, refusals, actions),
  ];
  return (
    <>
      <MenuIconButton label="More actions" align="end" entries={entries}>
        <Ellipsis />
      </MenuIconButton>
      <Button
        icon={<RefreshCw />}
        disabledReason={refusals.edit ?? (!changeRequest.outdated && 'It is up to date already.')}
        onClick={() => void actions.update(target)}
      >
        Update
      </Button>
      <Button icon={<MessageSquareCheck />} disabledReason={refusals.review} onClick={() => onAsk('review')}>
        Review
      </Button>
      <Button
        tone="primary"
        icon={<GitMerge />}
        disabledReason={refusals.merge}
        onClick={() => void actions.merge(target)}
      >
        Merge
      </Button>
    </>
  );
}

function statusEntries(target: Target, refusals: Refusals, actions: ChangeRequestActions): MenuEntry[] {
  const { status } = target.changeRequest;
  const entries: MenuEntry[] = [];
  const set = (to: 'open' | 'draft' | 'archived') => () => void actions.setStatus(target, to);
  if (status === 'archived' || status === 'draft') {
    const label = status === 'draft' ? 'Open for review' : 'Open again';
    const disabledReason = status === 'draft' ? refusals.edit : refusals.reopen;
    entries.push({ label, icon: <Undo2 />, disabledReason, onSelect: set('open') });
  }
  if (status === 'open')
    entries.push({
      label: 'Take back to a draft',
      icon: <Undo2 />,
      disabledReason: refusals.edit,
      onSelect: set('draft'),
    });
  if (isUnfinished(target.changeRequest) || status === 'merged')
    entries.push({
      label: 'Archive',
      icon: <Archive />,
      disabledReason: refusals.edit,
      onSelect: set('archived'),
    });
  return entries;
}
