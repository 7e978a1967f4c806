import { MoreHorizontal, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { moreActionsLabel } from '#src/lib/shared-labels.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button, type ButtonSize, type ButtonTone, IconButton } from '#src/ui/button.tsx';
import { MenuButton, MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuAction, MenuEntries, MenuEntry } from '#src/ui/menu.ts';

interface SelectionActionProps {
  label: string;
  icon?: ReactNode;
  tone?: 'primary' | 'danger';
  disabledReason?: MenuAction['disabledReason'];
}

interface ButtonSelectionAction extends SelectionActionProps {
  onSelect: () => void;
  /** Stays a button on phones; the others move into "More actions". */
  prominent?: boolean;
  /** The action is running and cannot be started again. */
  pending?: boolean;
}

/** An action with its own menu; always a button, since menus do not nest. */
interface MenuSelectionAction extends SelectionActionProps {
  entries: () => MenuEntries;
}

export type SelectionAction = ButtonSelectionAction | MenuSelectionAction;

interface SelectionBarProps {
  count: number;
  noun: string;
  onClear: () => void;
  /** Selects beyond the loaded rows. */
  selectAll?: Pick<ButtonSelectionAction, 'label' | 'icon' | 'onSelect'> | false;
  /** In order, the destructive one last. */
  actions: readonly SelectionAction[];
  /** Size of the buttons in a wide window. */
  size?: ButtonSize;
}

/** A bar at the bottom with actions for the selected rows. On phones: prominent actions, and a menu with the rest. */
export function SelectionBar({
  count,
  noun,
  onClear,
  selectAll = false,
  actions,
  size = 'medium',
}: SelectionBarProps) {
  const isPhone = useMatches('(width < 40rem)');
  if (count === 0) return null;
  const buttons = isPhone ? actions.filter((action) => !isInMenu(action)) : actions;
  const entries = isPhone ? menuEntries(selectAll, actions.filter(isInMenu)) : [];
  return (
    <div
      role="toolbar"
      aria-label={`${formatCount(count, noun)} selected`}
      className="selection-bar appear sticky bottom-4 z-10 mx-auto flex w-fit max-w-full items-center gap-2 rounded-lg bg-surface p-1.5 shadow-floating max-sm:bottom-2 max-sm:w-full max-sm:flex-wrap max-sm:gap-1"
    >
      <IconButton label="Clear selection" onClick={onClear}>
        <X />
      </IconButton>
      <span className="shrink-0 font-medium tabular-nums max-sm:mr-auto sm:mr-2">
        {isPhone ? formatNumber(count) : formatCount(count, noun)} selected
      </span>
      {selectAll && !isPhone && (
        <Button tone="quiet" onClick={selectAll.onSelect}>
          {selectAll.label}
        </Button>
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-2 p-0.5 max-sm:gap-1">
        {buttons.map((action) => (
          <ActionButton key={action.label} action={action} size={size} isPhone={isPhone} />
        ))}
        {entries.length > 0 && (
          <MenuIconButton label={moreActionsLabel} align="end" entries={() => entries}>
            <MoreHorizontal />
          </MenuIconButton>
        )}
      </div>
    </div>
  );
}

const isInMenu = (action: SelectionAction): action is ButtonSelectionAction =>
  !('entries' in action) && !action.prominent;

function menuEntries(
  selectAll: SelectionBarProps['selectAll'],
  actions: readonly ButtonSelectionAction[],
): readonly MenuEntry[] {
  const entries = actions.map(({ label, icon, tone, pending, disabledReason, onSelect }): MenuAction => ({
    label,
    icon,
    ...(tone === 'danger' ? { tone } : {}),
    disabledReason: pending ? 'In progress.' : disabledReason,
    onSelect,
  }));
  const safe = entries.filter(({ tone }) => tone !== 'danger');
  const dangerous = entries.filter(({ tone }) => tone === 'danger');
  const groups = [selectAll ? [selectAll] : [], safe, dangerous].filter((group) => group.length > 0);
  return groups.flatMap((group, index) => (index === 0 ? group : ['separator' as const, ...group]));
}

const tones: Record<NonNullable<SelectionActionProps['tone']>, ButtonTone> = {
  primary: 'primary',
  danger: 'quiet-danger',
};

interface ActionButtonProps {
  action: SelectionAction;
  size: ButtonSize;
  isPhone: boolean;
}

function ActionButton({ action, size, isPhone }: ActionButtonProps) {
  const { label, icon, tone, disabledReason } = action;
  const buttonProps = {
    size: isPhone ? 'medium' : size,
    // Two buttons and the menu have to fit beside the number.
    icon: isPhone ? null : icon,
    tone: tone ? tones[tone] : 'neutral',
    disabledReason,
  } as const;
  if ('entries' in action)
    return (
      <MenuButton {...buttonProps} label={label} entries={action.entries}>
        {label}
      </MenuButton>
    );
  return (
    <Button {...buttonProps} pending={action.pending ?? false} onClick={action.onSelect}>
      {label}
    </Button>
  );
}
