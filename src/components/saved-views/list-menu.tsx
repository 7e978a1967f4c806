import { useRouter } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

interface ListMenuProps {
  /** What else can be done with the list as a whole, such as a file of it. */
  moreEntries?: () => readonly MenuEntry[];
}

/** The menu of a list as a whole: its saved views, its address, and what the screen adds. */
export function ListMenu({ moreEntries }: ListMenuProps) {
  const router = useRouter();
  return (
    <MenuIconButton
      label="List options"
      tone="neutral"
      align="end"
      entries={async () => {
        const { viewEntries } = await import('./view-entries.tsx');
        return [...viewEntries(router), ...(moreEntries ? ['separator' as const, ...moreEntries()] : [])];
      }}
    >
      <Ellipsis />
    </MenuIconButton>
  );
}
