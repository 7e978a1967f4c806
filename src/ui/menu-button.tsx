import type { MouseEvent } from 'react';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import { type MenuEntries, openMenu, registerMenu } from './menu.ts';

interface MenuProps {
  /** The menu's name; also the button's name when it shows only an icon. */
  label: string;
  /** Called when the menu opens. */
  entries: () => MenuEntries;
  align?: 'start' | 'end';
}

function openMenuAt(
  { currentTarget: anchor, detail }: MouseEvent<HTMLButtonElement>,
  { label, entries, align = 'start' }: MenuProps,
): void {
  // A key makes a click that counts no press.
  openMenu({ anchor, label, align, entries: entries(), isByKey: detail === 0 });
}

const menuRef = (entries: () => MenuEntries) => (button: HTMLButtonElement | null) => {
  if (button) registerMenu(button, entries);
};

/** A text button that opens a menu. */
export function MenuButton({ label, entries, align, ...rest }: MenuProps & ButtonProps) {
  return (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      ref={menuRef(entries)}
      onClick={(event) => openMenuAt(event, { label, entries, align })}
    />
  );
}

/** An icon button that opens a menu. */
export function MenuIconButton({ label, entries, align, ...rest }: MenuProps & Omit<ButtonProps, 'icon'>) {
  return (
    <IconButton
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      ref={menuRef(entries)}
      label={label}
      onClick={(event) => openMenuAt(event, { label, entries, align })}
    >
      {rest.children}
    </IconButton>
  );
}
