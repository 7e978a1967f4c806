import { useQueryClient } from '@tanstack/react-query';
import { useRouter, Link, useLocation } from '@tanstack/react-router';
import { ChevronsUpDown, Search } from 'lucide-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { listOrganizationsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { openSearch, navigationDrawer, openTool } from '#src/components/layout/layout-state.ts';
import { PendingScreen, LayoutContext } from '#src/components/layout/page-bar.tsx';
import { type PaletteEntry, usePaletteEntries } from '#src/components/palette/palette-entries.ts';
import { type Shortcut, shortcutsOverlay, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { redoLast, undoLast } from '#src/components/undo/undo.ts';
import { type OrganizationPath, visibleNavigation } from '#src/domain/shell/navigation.ts';
import { UserMenu } from '#src/domain/shell/user-menu.tsx';
import { apiRequestsLabel, keyboardShortcutsLabel, redoLabel, undoLabel } from '#src/lib/shared-labels.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Keys } from '#src/ui/kbd.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

/** Shows the current organization and lists the others. */
function OrganizationSwitcher({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const router = useRouter();

  const entries = async (): Promise<MenuEntry[]> => {
    const { items } = await queryClient.ensureQueryData(listOrganizationsOptions({ query: { limit: 100 } }));
    return [
      { heading: 'Organizations' },
      ...items.map((other) => ({
        label: other.title,
        icon: <Avatar name={other.title} src={other.urls.logo} size="small" shape="square" />,
        checked: other.id === organization.id,
        onSelect: () =>
          void router.navigate({ to: '/o/$organizationId', params: { organizationId: other.id } }),
      })),
      'separator',
      { label: 'All organizations', onSelect: () => void router.navigate({ to: '/orgs' }) },
    ];
  };

  return (
    <MenuButton
      tone="quiet"
      label="Organizations"
      entries={entries}
      className="h-10! w-full justify-start! px-2!"
      aria-label={`Organization: ${organization.title}`}
    >
      <Avatar name={organization.title} src={organization.urls.logo} shape="square" />
      <span className="min-w-0 flex-1 truncate text-left text-ink">{organization.title}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5!" />
    </MenuButton>
  );
}

/** The sidebar: organization, navigation, user. */
function Sidebar({ organization }: { organization: Organization }) {
  const groups = visibleNavigation(organization);
  const here = useLocation({ select: ({ pathname }) => pathname });
  /** Whether a more specific entry matches the current URL. */
  const hasDeeperMatch = (to: OrganizationPath) =>
    groups.some(({ items }) =>
      items.some(
        (other) =>
          other.to.startsWith(`${to}/`) &&
          here.startsWith(other.to.replace('$organizationId', organization.id)),
      ),
    );
  return (
    <div className="flex h-full flex-col gap-1 p-2">
      <OrganizationSwitcher organization={organization} />
      <button
        type="button"
        className="field mt-1 mb-2 flex h-8 items-center gap-2 px-2 text-ink-soft pointer-coarse:h-10"
        onClick={openSearch}
      >
        <Search aria-hidden="true" className="size-3.5" />
        <span className="flex-1 text-left">Search</span>
        <Keys keys="mod+k" className="pointer-coarse:hidden" />
      </button>
      <nav aria-label="Main" className="-mx-2 flex-1 overflow-y-auto px-2">
        {groups.map(({ label, items }) => (
          <section key={label} aria-label={label ?? undefined} className="mb-3">
            {label && <h2 className="px-2 pt-1 pb-1 text-xs font-medium text-ink-soft">{label}</h2>}
            <ul>
              {items.map(({ to, label: name, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={{ organizationId: organization.id }}
                    activeOptions={{ exact: to === '/o/$organizationId' || hasDeeperMatch(to) }}
                    className="navigation-link"
                  >
                    <Icon aria-hidden="true" />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <UserMenu />
    </div>
  );
}

/** The layout of an organization's screens: navigation left, `Page` right. */
export function Shell({ organization, children }: { organization: Organization; children: ReactNode }) {
  useGlobalKeys(organization);
  const open = useStore(navigationDrawer);
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
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
      className="fixed inset-y-0 left-0 z-30 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-sunken text-ink backdrop:bg-overlay lg:hidden"
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
  const { keys, entries } = useMemo(() => {
    const params = { organizationId: organization.id };
    const screens = visibleNavigation(organization).flatMap((group) =>
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
        keywords: [description],
        keys,
        icon: <Icon />,
        run,
      })),
    };
  }, [organization, router]);
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
  { keys: '?', label: keyboardShortcutsLabel, group: 'General', run: () => shortcutsOverlay.set(true) },
  {
    keys: 'shift+i',
    label: apiRequestsLabel,
    group: 'General',
    run: () => openTool.set({ kind: 'inspector' }),
  },
  { keys: 'mod+z', label: undoLabel, group: 'Editing', run: () => void undoLast() },
  { keys: 'mod+shift+z', label: redoLabel, group: 'Editing', run: () => void redoLast() },
];
