import type { RegisteredRouter } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Link } from 'lucide-react';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { openTool } from '#src/components/layout/layout-state.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { findSharedViews } from './find-shared-views.ts';
import { loadViews, type SavedView } from './saved-views.ts';

/** Menu entries: saved and shared views of the current list, save, and copy link. */
export async function viewEntries(router: RegisteredRouter): Promise<MenuEntry[]> {
  const { pathname, searchStr } = router.state.location;
  const views = loadViews(pathname);
  const { queryClient } = router.options.context;
  const sharedViews = await findSharedViews(queryClient, pathname);
  const toEntry = ({ name, search }: SavedView): MenuEntry => ({
    label: name,
    icon: <Bookmark />,
    checked: search === searchStr,
    onSelect: () => void router.navigate({ href: pathname + search }),
  });
  const hasViews = views.length + sharedViews.length > 0;
  return [
    ...(views.length > 0 ? [{ heading: 'Saved views' }] : []),
    ...views.map(toEntry),
    ...(sharedViews.length > 0 ? [{ heading: 'Shared views' }] : []),
    ...sharedViews.map(toEntry),
    ...(hasViews ? ['separator' as const] : []),
    {
      label: hasViews ? 'Manage views…' : 'Save view…',
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
