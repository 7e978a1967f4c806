import { useContext } from 'react';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { PageBar } from './page-bar.tsx';
import { LayoutContext } from './layout-context.ts';

/**
 * Loading placeholder for a section, a screen or the whole console. In the first chunk, since it can't wait for its own
 * code.
 */
export function PendingScreen() {
  const layout = useContext(LayoutContext);
  if (layout === 'page') return <SkeletonRows />;
  // index.html holds the empty frame.
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
