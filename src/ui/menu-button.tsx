import { Button, type ButtonProps, IconButton } from './button.tsx';
import { type MenuEntries, openMenu, setMenuOf } from './menu.ts';

interface MenuOf {
  /** Names the menu. Also the button's name when it shows only an icon. */
  label: string;
  /** Read when the menu opens, so it may depend on what is true then. */
  entries: () => MenuEntries;
  align?: 'start' | 'end';
}

function show(anchor: HTMLElement, { label, entries, align = 'start' }: MenuOf): void {
  openMenu({ anchor, label, align, entries: entries() });
}

const tell = (entries: () => MenuEntries) => (button: HTMLButtonElement | null) => {
  if (button) setMenuOf(button, entries);
};

/** A button with words that opens a menu. */
export function MenuButton({ label, entries, align, ...rest }: MenuOf & ButtonProps) {
  return (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      ref={tell(entries)}
      onClick={(event) => show(event.currentTarget, { label, entries, align })}
    />
  );
}

/** A button with an icon that opens a menu. */
export function MenuIconButton({ label, entries, align, ...rest }: MenuOf & Omit<ButtonProps, 'icon'>) {
  return (
    <IconButton
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      ref={tell(entries)}
      label={label}
      onClick={(event) => show(event.currentTarget, { label, entries, align })}
    >
      {rest.children}
    </IconButton>
  );
}
