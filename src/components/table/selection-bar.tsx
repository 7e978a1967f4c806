import { MoreHorizontal, X } from 'lucide-react';
import type { ReactNode } from 'react';
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
  /** Shown while nothing is selected, too. */
  isOpen?: boolean;
  onClear: () => void;
  /** Selects beyond the loaded rows. */
  selectAll?: Pick<ButtonSelectionAction, 'label' | 'icon' | 'onSelect'> | false;
  /** In order, the destructive one last. */
  actions: readonly SelectionAction[];
  /** Size of the buttons in a wide window. */
  size?: ButtonSize;
}

/**
 * A bar at the bottom with actions for the selected rows. On phones: prominent actions, a menu with the rest, and the
 * destructive action at the end, which is never out of sight.
 */
export function SelectionBar({
  count,
  noun,
  isOpen = false,
  onClear,
  selectAll = false,
  actions,
  size = 'medium',
}: SelectionBarProps) {
  const isPhone = useMatches('(width < 40rem)');
  if (count === 0 && !isOpen) return null;
  const { buttons, inMenu, atEnd } = isPhone ? arrangeForPhone(actions) : arrangeInRow(actions);
  const entries = isPhone ? menuEntries(selectAll, inMenu) : [];
  const showAction = (action: SelectionAction) => (
    <ActionButton key={action.label} action={action} size={size} isPhone={isPhone} />
  );
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
        {buttons.map(showAction)}
        {entries.length > 0 && (
          <MenuIconButton label="More actions" align="end" entries={() => entries}>
            <MoreHorizontal />
          </MenuIconButton>
        )}
        {atEnd.map(showAction)}
      </div>
    </div>
  );
}

interface Arrangement {
  buttons: readonly SelectionAction[];
  inMenu: readonly ButtonSelectionAction[];
  /** Behind the menu. */
  atEnd: readonly SelectionAction[];
}

const arrangeInRow = (actions: readonly SelectionAction[]): Arrangement => ({
  buttons: actions,
  inMenu: [],
  atEnd: [],
});

/** One line of 390 pixels has room for two buttons beside the number and the menu. */
function arrangeForPhone(actions: readonly SelectionAction[]): Arrangement {
  const atEnd = actions.filter(({ tone }) => tone === 'danger');
  const others = actions.filter(({ tone }) => tone !== 'danger');
  const prominent = others.filter((action) => 'entries' in action || action.prominent);
  const buttons = prominent.slice(0, 2 - atEnd.length);
  const inMenu = others.flatMap((action) => ('entries' in action || buttons.includes(action) ? [] : action));
  return { buttons, inMenu, atEnd };
}

function menuEntries(
  selectAll: SelectionBarProps['selectAll'],
  actions: readonly ButtonSelectionAction[],
): readonly MenuEntry[] {
  const entries = actions.map(({ label, icon, pending, disabledReason, onSelect }): MenuAction => ({
    label,
    icon,
    disabledReason: pending ? 'In progress.' : disabledReason,
    onSelect,
  }));
  if (!selectAll) return entries;
  return entries.length > 0 ? [selectAll, 'separator', ...entries] : [selectAll];
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
