import { useContext } from 'react';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { PageBar } from './page-bar.tsx';
import { LayoutContext } from './layout-context.ts';

/**
 * Stands in the place of what is on its way: a part of a screen, a screen beside the navigation, or the whole console.
 * It is with the first code that arrives: what waits for code cannot wait for the code of its own placeholder.
 */
export function PendingScreen() {
  const layout = useContext(LayoutContext);
  if (layout === 'page') return <SkeletonRows />;
  // The page itself holds the empty frame; see index.html.
  if (layout === 'nothing') return <div hidden data-awaits-frame="" />;
  return (
    <>
      <PageBar crumbs={[{ label: 'Loading…' }]} />
      <main aria-busy="true" aria-label="Loading" className="mx-auto max-w-[90rem] px-4 pt-5 pb-16 sm:px-6">
        <div className="mb-5 flex h-7 items-center">
          <Skeleton className="h-5 w-40" />
        </div>
        <SkeletonRows />
      </main>
    </>
  );
}
