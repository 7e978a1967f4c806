import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { rateLimitedUntil, serverReadsOnly } from '#src/api/client.ts';
import { incompleteAt } from '#src/api/paging.ts';
import { session } from '#src/api/session/session.ts';
import { confirmation } from '#src/components/confirm/confirm.ts';
import { optionalPart } from '#src/components/errors/load-part.ts';
import { openTool } from '#src/components/layout/layout-state.ts';
import { isOffline } from '#src/components/offline/connection.ts';
import { paletteOpen } from '#src/components/palette/palette-entries.ts';
import { shortcutsOverlay } from '#src/components/shortcuts/shortcuts.ts';
import { toasts } from '#src/components/toasts/toasts.ts';
import { LiveRegionHost } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { openMenuStore } from '#src/ui/menu.ts';

/** Loads an overlay; it takes what it shows from its store. */
type LoadOverlay = () => Promise<ComponentType>;

const loadMenu: LoadOverlay = async () => (await import('#src/ui/menu-host.tsx')).MenuHost;
const loadConfirm: LoadOverlay = async () =>
  (await import('#src/components/confirm/confirm-dialog.tsx')).ConfirmDialog;
const loadPalette: LoadOverlay = async () =>
  (await import('#src/domain/palette/command-palette.tsx')).CommandPalette;
const loadShortcuts: LoadOverlay = async () =>
  (await import('#src/components/shortcuts/shortcuts-overlay.tsx')).ShortcutsOverlay;
const loadSignIn: LoadOverlay = async () =>
  (await import('#src/domain/sign-in/sign-in-again.tsx')).SignInAgain;
const loadTools: LoadOverlay = async () => (await import('#src/domain/shell/tool-host.tsx')).ToolHost;
const loadBanner: LoadOverlay = async () =>
  (await import('#src/components/offline/connection-banner.tsx')).ConnectionBanner;
const loadToaster: LoadOverlay = async () => (await import('#src/components/toasts/toaster.tsx')).Toaster;

/** One that can't be loaded is left out, or shows something instead; the screen below it stays. */
const overlay = (load: LoadOverlay, Instead?: () => ReactNode) =>
  optionalPart(async () => ({ default: await load() }), Instead);

/**
 * Instead of the dialog, which has to be there: requests wait for it. Its file may be missing for
 * good, and some browsers ask for a file that failed again only after a reload (decision 209).
 */
function SignInByReload() {
  return (
    <section className="toasts fixed z-50" aria-label="Session" data-above-dialogs="">
      <div
        role="alert"
        className="flex items-center gap-2.5 rounded-lg bg-surface py-2 pr-2 pl-3 shadow-floating"
      >
        <span className="flex-1">Your session expired.</span>
        <Button size="small" onClick={() => location.reload()}>
          Reload and sign in
        </Button>
      </div>
    </section>
  );
}

const MenuHost = overlay(loadMenu);
const ConfirmDialog = overlay(loadConfirm);
const CommandPalette = overlay(loadPalette);
const ShortcutsOverlay = overlay(loadShortcuts);
const SignInAgain = overlay(loadSignIn, SignInByReload);
const ToolHost = overlay(loadTools);
const ConnectionBanner = overlay(loadBanner);
const Toaster = overlay(loadToaster);

/**
 * Prefetch overlays, in steps, so that they open at once. What shows failures comes first and together: it can't be loaded
 * once the connection is lost. The large, rarely used tools load on demand.
 */
export const overlayLoads: readonly (() => Promise<unknown>)[] = [
  [loadToaster, loadBanner, loadSignIn],
  [loadMenu],
  [loadConfirm],
  [loadPalette],
  [loadShortcuts],
].map((loads) => () => Promise.all(loads.map((load) => load())));

/** The same for an overlay that fails. */
function Overlay({ children, instead = null }: { children: ReactNode; instead?: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={() => instead}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}

/** All overlays, one of each, loaded on demand. */
export function Overlays() {
  const menu = useStore(openMenuStore);
  const confirmPrompt = useStore(confirmation);
  const visibleToasts = useStore(toasts);
  const showsShortcuts = useStore(shortcutsOverlay);
  const searching = useStore(paletteOpen);
  const { status } = useStore(session.state);
  const tool = useStore(openTool);
  const offline = useStore(isOffline);
  const rateLimit = useStore(rateLimitedUntil);
  const readsOnly = useStore(serverReadsOnly);
  const incomplete = useStore(incompleteAt);
  return (
    <>
      <LiveRegionHost />
      <Overlay>{menu && <MenuHost />}</Overlay>
      <Overlay>{confirmPrompt && <ConfirmDialog />}</Overlay>
      <Overlay>{searching && <CommandPalette />}</Overlay>
      <Overlay>{showsShortcuts && <ShortcutsOverlay />}</Overlay>
      <Overlay instead={status === 'ended' && <SignInByReload />}>
        {status === 'ended' && <SignInAgain />}
      </Overlay>
      <Overlay>{tool && <ToolHost />}</Overlay>
      <Overlay>
        {(offline || readsOnly || rateLimit !== null || incomplete !== null) && <ConnectionBanner />}
      </Overlay>
      <Overlay>{visibleToasts.length > 0 && <Toaster />}</Overlay>
    </>
  );
}
