import { useQueryClient } from '@tanstack/react-query';
import {
  getCollectionOptions,
  getCollectionQueryKey,
  updateCollectionMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Collection, CollectionUpdate } from '#api/generated/types.gen.ts';
import { zUpdateCollectionBody } from '#api/generated/zod.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { LevelField } from '#src/domain/roles/level-field.tsx';
import { levelKey, levelOfKey, levelLabels } from '#src/domain/roles/level-labels.ts';

interface Details {
  title: string;
  description: string;
  level: string;
}

const detailsOf = ({ title, description = '', defaultLevel }: Collection): Details => ({
  title,
  description,
  level: levelKey(defaultLevel),
});

/** The request body with only the changed fields. */
function changedDetails(from: Details, to: Details): CollectionUpdate {
  return {
    ...(to.title.trim() !== from.title && { title: to.title.trim() }),
    ...(to.description !== from.description && { description: to.description }),
    ...(to.level !== from.level && { defaultLevel: levelOfKey(to.level) }),
  };
}

interface CollectionDetailsProps {
  collection: Collection;
  /** A sentence that says what the inherited access is. */
  inherited: string;
}

export function CollectionDetails({ collection, inherited }: CollectionDetailsProps) {
  const queryClient = useQueryClient();
  const path = { collectionId: collection.id };
  const update = useApiMutation(updateCollectionMutation(), {
    invalidates: ['listContent', 'listCollections', 'listCollectionSpaces', 'getSpace'],
    onSuccess: (changed) => queryClient.setQueryData(getCollectionQueryKey({ path }), changed),
  });
  const reason = collection.permissions.admin
    ? undefined
    : 'Requires the Creator role or higher on this collection.';
  const values = detailsOf(collection);
  const levelContext = collection.parent === undefined ? 'organization' : 'collection';

  const save = (edited: Details, before: Details) =>
    applyUndoable({
      label: `Changed collection “${collection.title}”`,
      change: changedDetails(before, edited),
      inverse: changedDetails(edited, before),
      send: (body) => update.mutateAsync({ path, body }),
    });

  return (
    <InlineForm<Details>
      label={`Details of ${collection.title}`}
      schema={zUpdateCollectionBody.pick({ title: true, description: true }).required({ title: true })}
      values={values}
      onSubmit={save}
      guard={{
        labels: { title: 'Title', description: 'Description', level: 'Default access' },
        formatters: { level: ({ level }) => levelLabels(levelOfKey(level), levelContext).name },
        fetchCurrent: async () => detailsOf(await fetchFresh(queryClient, getCollectionOptions({ path }))),
      }}
      readOnlyReason={reason}
      className="rounded-lg border border-line p-4"
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={50} />
          <TextField
            control={control}
            name="description"
            label="Description"
            optional
            limit={100}
            hint="What this collection is for."
          />
          <LevelField control={control} name="level" levelContext={levelContext} inheritedHint={inherited} />
        </>
      )}
    </InlineForm>
  );
}
