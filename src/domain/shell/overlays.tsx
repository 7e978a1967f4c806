import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { rateLimitedUntil } from '#src/api/client.ts';
import { incompleteAt } from '#src/api/paging.ts';
import { session } from '#src/api/session/session.ts';
import { confirmation } from '#src/components/confirm/confirm.ts';
import { openTool } from '#src/components/layout/layout-state.ts';
import { isOffline } from '#src/components/offline/connection.ts';
import { paletteOpen } from '#src/components/palette/palette-entries.ts';
import { shortcutsOverlay } from '#src/components/shortcuts/shortcuts.ts';
import { toasts } from '#src/components/toasts/toasts.ts';
import { LiveRegionHost } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { openMenuStore } from '#src/ui/menu.ts';

const loadMenu = () => import('#src/ui/menu-host.tsx');
const loadConfirm = () => import('#src/components/confirm/confirm-dialog.tsx');
const loadPalette = () => import('#src/domain/palette/command-palette.tsx');
const loadShortcuts = () => import('#src/components/shortcuts/shortcuts-overlay.tsx');
const loadSignIn = () => import('#src/domain/session/sign-in-again.tsx');
const loadTools = () => import('#src/domain/shell/tool-host.tsx');
const loadBanner = () => import('#src/components/offline/connection-banner.tsx');
const loadToaster = () => import('#src/components/toasts/toaster.tsx');

const MenuHost = lazy(async () => ({ default: (await loadMenu()).MenuHost }));
const ConfirmDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmDialog }));
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const ToolHost = lazy(async () => ({ default: (await loadTools()).ToolHost }));
const ConnectionBanner = lazy(async () => ({ default: (await loadBanner()).ConnectionBanner }));
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));
const SignInAgain = lazy(async () => ({ default: (await loadSignIn()).SignInAgain }));
const ShortcutsOverlay = lazy(async () => ({ default: (await loadShortcuts()).ShortcutsOverlay }));

/**
 * Prefetch overlays, in steps, so that they open at once. What shows failures comes first and together: it can't be loaded
 * once the connection is lost. The large, rarely used tools load on demand.
 */
export const overlayLoads: readonly (() => Promise<unknown>)[] = [
  () => Promise.all([loadToaster(), loadBanner(), loadSignIn()]),
  loadMenu,
  loadConfirm,
  loadPalette,
  loadShortcuts,
];

/** An overlay that can't be loaded is left out; the screen below it stays. */
function Overlay({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={() => null}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}

/** All overlays, one of each, loaded on demand. */
export function Overlays() {
  const menu = useStore(openMenuStore);
  const confirmPrompt = useStore(confirmation);
  const shown = useStore(toasts);
  const showsShortcuts = useStore(shortcutsOverlay);
  const searching = useStore(paletteOpen);
  const { status } = useStore(session.state);
  const tool = useStore(openTool);
  const offline = useStore(isOffline);
  const rateLimit = useStore(rateLimitedUntil);
  const incomplete = useStore(incompleteAt);
  return (
    <>
      <LiveRegionHost />
      <Overlay>{menu && <MenuHost />}</Overlay>
      <Overlay>{confirmPrompt && <ConfirmDialog />}</Overlay>
      <Overlay>{searching && <CommandPalette />}</Overlay>
      <Overlay>{showsShortcuts && <ShortcutsOverlay />}</Overlay>
      <Overlay>{status === 'ended' && <SignInAgain />}</Overlay>
      <Overlay>{tool && <ToolHost />}</Overlay>
      <Overlay>{(offline || rateLimit !== null || incomplete !== null) && <ConnectionBanner />}</Overlay>
      <Overlay>{shown.length > 0 && <Toaster />}</Overlay>
    </>
  );
}
