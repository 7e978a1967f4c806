import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
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
  (await import('#src/domain/session/sign-in-again.tsx')).SignInAgain;
const loadTools: LoadOverlay = async () => (await import('#src/domain/shell/tool-host.tsx')).ToolHost;
const loadBanner: LoadOverlay = async () =>
  (await import('#src/components/offline/connection-banner.tsx')).ConnectionBanner;
const loadToaster: LoadOverlay = async () => (await import('#src/components/toasts/toaster.tsx')).Toaster;

/** What is loaded already opens at once. */
const loaded = new Map<LoadOverlay, ComponentType>();

const fetchOverlay = async (load: LoadOverlay) => void loaded.set(load, await load());

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
].map((loads) => () => Promise.all(loads.map(fetchOverlay)));

/** An overlay that can't be loaded is left out; the screen below it stays. */
function Overlay({ load }: { load: LoadOverlay }) {
  const [Loaded, setLoaded] = useState(() => loaded.get(load));
  useEffect(() => {
    if (loaded.has(load)) return;
    void fetchOverlay(load).then(
      () => setLoaded(() => loaded.get(load)),
      () => {},
    );
  }, [load]);
  return (
    Loaded && (
      <CatchBoundary getResetKey={() => ''} errorComponent={() => null}>
        <Suspense>
          <Loaded />
        </Suspense>
      </CatchBoundary>
    )
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
      {menu && <Overlay load={loadMenu} />}
      {confirmPrompt && <Overlay load={loadConfirm} />}
      {searching && <Overlay load={loadPalette} />}
      {showsShortcuts && <Overlay load={loadShortcuts} />}
      {status === 'ended' && <Overlay load={loadSignIn} />}
      {tool && <Overlay load={loadTools} />}
      {(offline || rateLimit !== null || incomplete !== null) && <Overlay load={loadBanner} />}
      {shown.length > 0 && <Overlay load={loadToaster} />}
    </>
  );
}
