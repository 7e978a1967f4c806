import { type ComponentType, lazy, Suspense } from 'react';
import { useCan } from '#src/api/extensions.ts';

const Line = lazy<ComponentType<{ pageId: string }>>(() =>
  import('#src/domain/presence/page-editors-line.tsx').then(
    ({ PageEditorsLine }) => ({ default: PageEditorsLine }),
    () => ({ default: () => null }),
  ),
);

/** Who else is editing a page. The editor works without it. */
export function LiveEditorsLine(props: { pageId: string }) {
  const isSupported = useCan('streamChangeRequestEvents') === true;
  return (
    isSupported && (
      <Suspense>
        <Line {...props} />
      </Suspense>
    )
  );
}
