/**
 * Shows every component in every state, in both themes side by side. `?open=dialog` shows what lies over a screen,
 * `?open=card` what takes the whole window, and `&theme=dark` shows that in the dark theme.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { installTooltips } from '#src/ui/tooltip.ts';
import { BulkShelves } from './bulk-shelves.tsx';
import { ComponentShelves } from './component-shelves.tsx';
import { ControlShelves } from './control-shelves.tsx';
import { installForcedStates } from './forced-states.tsx';
import { FormShelves } from './form-shelves.tsx';
import { LayoutShelves } from './layout-shelves.tsx';
import { Overlay } from './overlays.tsx';
import { screenOf } from './screens.tsx';
import { TreeShelves } from './tree-shelves.tsx';
import { UiShelves } from './ui-shelves.tsx';

const parameter = (name: string): string | null => new URLSearchParams(location.search).get(name);
document.documentElement.className = parameter('theme') === 'dark' ? 'dark' : 'light';

function subscribeToAddress(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  return () => removeEventListener('popstate', onChange);
}

function Kitchen() {
  // Tests go from one to the next without loading everything anew.
  const open = useSyncExternalStore(subscribeToAddress, () => parameter('open'));
  const screen = screenOf(open);
  if (screen) return screen;
  if (open !== null) return <Overlay key={open} name={open} />;
  return (
    <main className="kitchen" aria-label="Kitchen">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className={theme === 'dark' ? 'dark' : undefined}>
          <h1 className="mb-4 text-xl font-semibold">{theme === 'light' ? 'Light' : 'Dark'}</h1>
          <UiShelves theme={theme} />
          <ControlShelves theme={theme} />
          <FormShelves theme={theme} />
          <ComponentShelves theme={theme} />
          <TreeShelves theme={theme} />
          <LayoutShelves theme={theme} />
          <BulkShelves theme={theme} />
        </div>
      ))}
    </main>
  );
}

// Links and tables ask a router where they lead.
const router: AnyRouter = createRouter({
  routeTree: createRootRoute({ component: Kitchen }),
  history: createMemoryHistory(),
});

const root = document.getElementById('root');
if (!root) throw new Error('Element #root is missing.');
installTooltips();
installForcedStates();
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
