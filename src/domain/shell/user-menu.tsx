import { useQueryClient } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import {
  Activity,
  CircleUser,
  Compass,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  NotebookPen,
  Radar,
  Settings2,
  Sun,
} from 'lucide-react';
import { session } from '#src/api/session/session.ts';
import { openTool, tourShown } from '#src/components/layout/layout-state.ts';
import { shortcutsOverlay } from '#src/components/shortcuts/shortcuts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { chooseTheme, type Theme, themeStore } from '#src/ui/browser/theme.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

/** The user's menu. */
// oxlint-disable-next-line max-lines-per-function -- a table: one menu entry after the other
export function UserMenu() {
  const state = useStore(session.state);
  const router = useRouter();
  const { organizationId } = useParams({ strict: false });
  const queryClient = useQueryClient();
  const user = state.status === 'signed-in' || state.status === 'ended' ? state.user : null;
  const server = state.status === 'signed-in' ? state.server : null;

  const handleSignOut = async () => {
    // Loaded ahead, with the dialog that asks to sign in again.
    const { leaveAccount } = await import('#src/domain/session/sign-out.ts');
    await leaveAccount(router, queryClient);
  };

  const entries = (): MenuEntry[] => [
    ...(server ? [{ heading: new URL(server).host }] : []),
    ...(server
      ? []
      : [
          {
            label: 'My account',
            icon: <CircleUser />,
            onSelect: () => void router.navigate({ to: '/account' }),
          },
        ]),
    ...(user?.operator === true
      ? [
          {
            label: 'Operation',
            icon: <Activity />,
            onSelect: () => void router.navigate({ to: '/operation' }),
          },
        ]
      : []),
    {
      label: 'Preferences',
      icon: <Settings2 />,
      onSelect: () => void router.navigate({ to: '/preferences' }),
    },
    ...(organizationId === undefined
      ? []
      : [
          {
            label: 'My changes',
            icon: <NotebookPen />,
            onSelect: () =>
              void router.navigate({ to: '/o/$organizationId/journal', params: { organizationId } }),
          },
        ]),
    {
      label: 'Keyboard shortcuts',
      icon: <Keyboard />,
      keys: '?',
      onSelect: () => shortcutsOverlay.set(true),
    },
    {
      label: 'API requests',
      icon: <Radar />,
      keys: 'shift+i',
      onSelect: () => openTool.set({ kind: 'inspector' }),
    },
    ...(organizationId === undefined
      ? []
      : [
          {
            label: 'Show tour',
            icon: <Compass />,
            onSelect: () => {
              tourShown.set(true);
              void router.navigate({ to: '/o/$organizationId', params: { organizationId } });
            },
          },
        ]),
    'separator',
    { heading: 'Theme' },
    ...themes.map(({ theme, label, icon }) => ({
      label,
      icon,
      checked: themeStore.get() === theme,
      onSelect: () => chooseTheme(theme),
    })),
    'separator',
    { label: 'Sign out', icon: <LogOut />, onSelect: () => void handleSignOut() },
  ];

  const name = user?.displayName ?? 'Signed in';
  return (
    <MenuButton
      tone="quiet"
      label="Your account"
      entries={entries}
      aria-label={`Your account: ${name}`}
      className="h-10! w-full justify-start! px-2!"
    >
      <Avatar name={name} src={user?.photoURL} />
      <span className="min-w-0 flex-1 truncate text-left text-ink">{name}</span>
    </MenuButton>
  );
}

const themes: { theme: Theme; label: string; icon: React.ReactNode }[] = [
  { theme: 'light', label: 'Light', icon: <Sun /> },
  { theme: 'dark', label: 'Dark', icon: <Moon /> },
  { theme: 'system', label: 'System', icon: <Monitor /> },
];
