import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { Section } from '#src/components/layout/record.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const CollectionDetails = lazyPart(async () => ({
  default: (await import('#src/features/collections/collection-details.tsx')).CollectionDetails,
}));

/** Title, description and default access of a collection, loaded below what is seen first. */
export function CollectionSettings(props: ComponentProps<typeof CollectionDetails>) {
  return (
    <Section title="Settings">
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <CollectionDetails {...props} />
      </Suspense>
    </Section>
  );
}
