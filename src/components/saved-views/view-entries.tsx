import type { RegisteredRouter } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Link } from 'lucide-react';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { openTool } from '#src/components/layout/layout-state.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { loadViews } from './saved-views.ts';

/** Menu entries: saved views of the current list, save, and copy link. */
export function viewEntries(router: RegisteredRouter): MenuEntry[] {
  const { pathname, searchStr } = router.state.location;
  const views = loadViews(pathname);
  return [
    ...(views.length > 0 ? [{ heading: 'Saved views' }] : []),
    ...views.map(({ name, search }) => ({
      label: name,
      icon: <Bookmark />,
      checked: search === searchStr,
      onSelect: () => void router.navigate({ href: pathname + search }),
    })),
    ...(views.length > 0 ? ['separator' as const] : []),
    {
      label: views.length > 0 ? 'Manage views…' : 'Save view…',
      icon: <BookmarkPlus />,
      onSelect: () => openTool.set({ kind: 'saved-views' }),
    },
    { label: 'Copy link', icon: <Link />, onSelect: () => void copyLink() },
  ];
}

/** Copies the current screen's URL. */
export async function copyLink(): Promise<void> {
  if (await copyText(location.href)) toast('Copied link');
}
