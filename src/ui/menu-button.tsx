import { Button, type ButtonProps, IconButton } from './button.tsx';
import { type MenuEntries, openMenu, registerMenu } from './menu.ts';

interface MenuProps {
  /** Names the menu. Also the button's name when it shows only an icon. */
  label: string;
  /** Read when the menu opens, so it may depend on what is true then. */
  entries: () => MenuEntries;
  align?: 'start' | 'end';
}

function openMenuAt(anchor: HTMLElement, { label, entries, align = 'start' }: MenuProps): void {
  openMenu({ anchor, label, align, entries: entries() });
}

const menuRef = (entries: () => MenuEntries) => (button: HTMLButtonElement | null) => {
  if (button) registerMenu(button, entries);
};

/** A button with words that opens a menu. */
export function MenuButton({ label, entries, align, ...rest }: MenuProps & ButtonProps) {
  return (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      ref={menuRef(entries)}
      onClick={(event) => openMenuAt(event.currentTarget, { label, entries, align })}
    />
  );
}

/** A button with an icon that opens a menu. */
export function MenuIconButton({ label, entries, align, ...rest }: MenuProps & Omit<ButtonProps, 'icon'>) {
  return (
    <IconButton
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      ref={menuRef(entries)}
      label={label}
      onClick={(event) => openMenuAt(event.currentTarget, { label, entries, align })}
    >
      {rest.children}
    </IconButton>
  );
}
