import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { Organization } from '#api/generated/types.gen.ts';
import { openSearch, navigationDrawer, openTool } from '#src/components/layout/layout-state.ts';
import { PendingScreen, LayoutContext } from '#src/components/layout/page-bar.tsx';
import { type PaletteEntry, usePaletteEntries } from '#src/components/palette/palette-entries.ts';
import { type Shortcut, shortcutsOverlay, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { redoLast, undoLast } from '#src/components/undo/undo.ts';
import { useNavigation } from '#src/domain/shell/navigation.ts';
import { Sidebar } from '#src/domain/shell/sidebar.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';

/** The layout of an organization's screens: navigation left, `Page` right. */
export function Shell({ organization, children }: { organization: Organization; children: ReactNode }) {
  useGlobalKeys(organization);
  const open = useStore(navigationDrawer);
  return (
    <div className="shell">
      <a
        href="#main"
        className="button button-neutral fixed top-2 left-2 z-50 h-8 px-3 not-focus-visible:sr-only"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-sunken lg:block">
        <Sidebar organization={organization} />
      </aside>
      <div className="min-w-0">
        <LayoutContext value="shell">
          {/* The navigation stays while code, data or a placeholder below it loads. */}
          <Suspense fallback={<PendingScreen />}>{children}</Suspense>
        </LayoutContext>
      </div>
      {open && <Drawer organization={organization} />}
    </div>
  );
}

function Drawer({ organization }: { organization: Organization }) {
  return (
    <dialog
      aria-label="Navigation"
      className="drawer fixed inset-y-0 left-0 z-30 m-0 h-dvh max-h-none w-72 max-w-5/6 border-r border-line bg-sunken text-ink backdrop:bg-overlay lg:hidden"
      ref={showDrawer}
      onClose={closeDrawer}
    >
      <Sidebar organization={organization} />
    </dialog>
  );
}

const closeDrawer = () => navigationDrawer.set(false);

/**
 * Opens the drawer until a link in it is pressed. Listens without React, because a menu in the drawer belongs to
 * another React tree.
 */
function showDrawer(dialog: HTMLDialogElement | null) {
  if (!dialog) return undefined;
  dialog.showModal();
  const closeOnNavigate = ({ target }: MouseEvent) => {
    // A click on the backdrop targets the dialog itself. The clicked element handles it first.
    if (target === dialog || (target instanceof Element && target.closest('a, [role^="menuitem"]')))
      setTimeout(closeDrawer);
  };
  dialog.addEventListener('click', closeOnNavigate);
  return () => dialog.removeEventListener('click', closeOnNavigate);
}

function useGlobalKeys(organization: Organization): void {
  const router = useRouter();
  const navigation = useNavigation(organization);
  const { keys, entries } = useMemo(() => {
    const params = { organizationId: organization.id };
    const screens = navigation.flatMap((group) =>
      group.items.map((item) => ({ ...item, run: () => void router.navigate({ to: item.to, params }) })),
    );
    const goTo = screens.map(({ keys, label, run }): Shortcut => ({
      keys,
      // Two leading capitals mean an abbreviation.
      label: `Go to ${label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`,
      group: 'Go to',
      run,
    }));
    return {
      keys: [...generalShortcuts, ...goTo],
      entries: screens.map(({ to, label, description, keys, icon: Icon, run }): PaletteEntry => ({
        id: `go:${to}`,
        label,
        group: 'Go to',
        kind: 'navigate',
        keywords: [description],
        keys,
        icon: <Icon />,
        run,
      })),
    };
  }, [organization, router, navigation]);
  useShortcuts(keys);
  usePaletteEntries(entries);
}

const generalShortcuts: readonly Shortcut[] = [
  {
    keys: 'mod+k',
    label: 'Search and commands',
    group: 'General',
    whileTyping: true,
    run: openSearch,
  },
  { keys: '?', label: 'Keyboard shortcuts', group: 'General', run: () => shortcutsOverlay.set(true) },
  {
    keys: 'shift+i',
    label: 'API requests',
    group: 'General',
    run: () => openTool.set({ kind: 'inspector' }),
  },
  { keys: 'mod+z', label: 'Undo', group: 'Editing', run: () => void undoLast() },
  { keys: 'mod+shift+z', label: 'Redo', group: 'Editing', run: () => void redoLast() },
];
