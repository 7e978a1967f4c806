import { lazy, Suspense } from 'react';
import { session } from '#src/api/session.ts';
import { confirmation } from '#src/components/confirm/confirm.ts';
import { paletteOpen } from '#src/components/palette/registry.ts';
import { shortcutsOverlay } from '#src/components/shortcuts/shortcuts.ts';
import { toasts } from '#src/components/toasts/toasts.ts';
import { LiveRegionHost } from '#src/ui/live-region-host.tsx';
import { openMenuStore } from '#src/ui/menu.ts';
import { useStore } from '#src/ui/use-store.ts';

const loadMenu = () => import('#src/ui/menu-host.tsx');
const loadConfirm = () => import('#src/components/confirm/confirm-dialog.tsx');
const loadPalette = () => import('#src/components/palette/command-palette.tsx');
const loadShortcuts = () => import('#src/components/shortcuts/shortcuts-overlay.tsx');
const loadSignIn = () => import('#src/components/session/sign-in-again.tsx');
const loadToaster = () => import('#src/components/toasts/toaster.tsx');

const MenuHost = lazy(async () => ({ default: (await loadMenu()).MenuHost }));
const ConfirmDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmDialog }));
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));
const SignInAgain = lazy(async () => ({ default: (await loadSignIn()).SignInAgain }));
const ShortcutsOverlay = lazy(async () => ({ default: (await loadShortcuts()).ShortcutsOverlay }));

/** Fetches all of them, so that the next click need not wait and works without a connection. */
export function loadOverlays(): void {
  for (const load of [loadMenu, loadConfirm, loadToaster, loadPalette, loadShortcuts, loadSignIn]) {
    // What cannot be fetched now is fetched when it is wanted.
    load().catch(() => undefined);
  }
}

/** Everything that lies over the screens, one of each on the page, loaded when it is first wanted. */
export function Overlays() {
  const menu = useStore(openMenuStore);
  const question = useStore(confirmation);
  const shown = useStore(toasts);
  const listing = useStore(shortcutsOverlay);
  const searching = useStore(paletteOpen);
  const { status } = useStore(session.state);
  return (
    <>
      <LiveRegionHost />
      <Suspense>{menu && <MenuHost />}</Suspense>
      <Suspense>{question && <ConfirmDialog />}</Suspense>
      <Suspense>{searching && <CommandPalette />}</Suspense>
      <Suspense>{listing && <ShortcutsOverlay />}</Suspense>
      <Suspense>{status === 'ended' && <SignInAgain />}</Suspense>
      <Suspense>{shown.length > 0 && <Toaster />}</Suspense>
    </>
  );
}
