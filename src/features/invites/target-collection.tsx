import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { errorMessage } from '#src/api/errors.ts';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { listCollectionsQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listCollections } from '#api/generated/sdk.gen.ts';
import type { Collection } from '#api/generated/types.gen.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import type { NewInvite } from './create-invite-form.tsx';

/** The path of titles to a collection: "Products › Sensors". */
function collectionPath(collection: Collection, byId: ReadonlyMap<string, Collection>): string {
  const parent = collection.parent === undefined ? undefined : byId.get(collection.parent);
  return parent ? `${collectionPath(parent, byId)} › ${collection.title}` : collection.title;
}

interface TargetCollectionFieldProps {
  control: Control<NewInvite, unknown, NewInvite>;
  organizationId: string;
}

export function TargetCollectionField({ control, organizationId }: TargetCollectionFieldProps) {
  const path = { organizationId };
  const [key] = listCollectionsQueryKey({ path });
  const { data: all = [], error } = useQuery({
    // A separate key, because this caches all pages.
    queryKey: [{ ...key, as: 'all' }],
    queryFn: ({ signal }) =>
      fetchAllPages(
        async (query) => (await listCollections({ path, query, signal, throwOnError: true })).data,
        {
          signal,
        },
      ),
  });
  const byId = new Map(all.map((one) => [one.id, one]));
  const choices = all.map((one) => ({ value: one.id, label: collectionPath(one, byId) }));
  return (
    <SelectField
      control={control}
      name="collection"
      label="Collection"
      hint={error ? errorMessage(error) : 'Includes everything in it.'}
      options={[
        { value: '', label: 'Choose a collection' },
        ...choices.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  );
}
