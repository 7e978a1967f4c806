import { type ComponentProps, lazy, Suspense } from 'react';
import { Section } from '#src/components/layout/record.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const CollectionDetails = lazy(async () => ({
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
