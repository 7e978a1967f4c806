import { useRouter } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

interface ListMenuProps {
  /** Further entries, such as an export. */
  moreEntries?: () => readonly MenuEntry[];
}

/** The menu of a list: saved views, link, and the screen's entries. */
export function ListMenu({ moreEntries }: ListMenuProps) {
  const router = useRouter();
  return (
    <MenuIconButton
      label="Save, share or export list"
      align="end"
      entries={async () => {
        const { viewEntries } = await import('./view-entries.tsx');
        return [
          ...(await viewEntries(router)),
          ...(moreEntries ? ['separator' as const, ...moreEntries()] : []),
        ];
      }}
    >
      <Ellipsis />
    </MenuIconButton>
  );
}
