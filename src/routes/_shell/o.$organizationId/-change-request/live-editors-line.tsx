import { type ComponentType, lazy, Suspense } from 'react';

const Line = lazy<ComponentType<{ pageId: string }>>(() =>
  import('#src/domain/presence/page-editors-line.tsx').then(
    ({ PageEditorsLine }) => ({ default: PageEditorsLine }),
    () => ({ default: () => null }),
  ),
);

/** Who else is editing a page, where a stream of events says so. The editor works without it. */
export function LiveEditorsLine(props: { pageId: string }) {
  return (
    <Suspense>
      <Line {...props} />
    </Suspense>
  );
}
