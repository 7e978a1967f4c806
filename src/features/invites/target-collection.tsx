import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { messageOf } from '#src/api/errors.ts';
import { gatherAll } from '#src/api/gather.ts';
import { listCollectionsQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listCollections } from '#api/generated/sdk.gen.ts';
import type { Collection } from '#api/generated/types.gen.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import type { NewInvite } from './create-invite-form.tsx';

/** The titles from the outermost collection to this one: "Products › Sensors". */
function wayTo(collection: Collection, byId: ReadonlyMap<string, Collection>): string {
  const above = collection.parent === undefined ? undefined : byId.get(collection.parent);
  return above ? `${wayTo(above, byId)} › ${collection.title}` : collection.title;
}

interface TargetCollectionProps {
  control: Control<NewInvite, unknown, NewInvite>;
  organizationId: string;
}

/** Chooses the collection that a link leads to. */
export function TargetCollection({ control, organizationId }: TargetCollectionProps) {
  const path = { organizationId };
  const [key] = listCollectionsQueryKey({ path });
  const { data: all = [], error } = useQuery({
    // The same operation under another name, because what is kept is all of its pages.
    queryKey: [{ ...key, as: 'all' }],
    queryFn: ({ signal }) =>
      gatherAll(async (query) => (await listCollections({ path, query, signal, throwOnError: true })).data, {
        signal,
      }),
  });
  const byId = new Map(all.map((one) => [one.id, one]));
  const choices = all.map((one) => ({ value: one.id, label: wayTo(one, byId) }));
  return (
    <SelectField
      control={control}
      name="collection"
      label="Collection"
      hint={error ? messageOf(error) : 'Includes everything in it.'}
      options={[
        { value: '', label: 'Choose a collection' },
        ...choices.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  );
}
