import { Suspense } from 'react';
import { optionalPart } from '#src/components/errors/load-part.ts';

const Line = optionalPart(async () => ({
  default: (await import('#src/domain/presence/page-editors-line.tsx')).PageEditorsLine,
}));

/** Who else is editing a page, where a stream of events says so. The editor works without it. */
export function LiveEditorsLine(props: { pageId: string }) {
  return (
    <Suspense>
      <Line {...props} />
    </Suspense>
  );
}
