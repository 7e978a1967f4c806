import { useQueryClient } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import {
  getSpaceOptions,
  getSpaceQueryKey,
  updateSpaceMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space, SpaceUpdate } from '#api/generated/types.gen.ts';
import { zUpdateSpaceBody } from '#api/generated/zod.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { LevelField } from '#src/domain/roles/level-field.tsx';
import { levelKey, levelOfKey, levelLabels } from '#src/domain/roles/level-labels.ts';
import { pageLockedMessage } from '#src/lib/shared-labels.ts';

interface SpaceDetailsValues {
  title: string;
  emoji: string;
  icon: string;
  level: string;
  locked: boolean;
  writingView: string;
}

const writingViews = [
  { value: 'visual', label: 'The page as readers see it' },
  { value: 'source', label: 'Its source, Markdown' },
];

const writingViewLabel = (view: string): string =>
  writingViews.find(({ value }) => value === view)?.label ?? view;

const valuesOf = ({
  title,
  emoji,
  icon = '',
  defaultLevel,
  editMode,
  writingView = 'visual',
}: Space): SpaceDetailsValues => ({
  title,
  emoji,
  icon,
  level: levelKey(defaultLevel),
  locked: editMode === 'locked',
  writingView,
});

/** Changed fields, as the request body. */
function changedSpace(from: SpaceDetailsValues, to: SpaceDetailsValues): SpaceUpdate {
  return {
    ...(to.title.trim() !== from.title && { title: to.title.trim() }),
    ...(to.emoji.trim() !== from.emoji && { emoji: to.emoji.trim() }),
    ...(to.icon.trim() !== from.icon && { icon: to.icon.trim() || null }),
    ...(to.level !== from.level && { defaultLevel: levelOfKey(to.level) }),
    ...(to.locked !== from.locked && { editMode: to.locked ? 'locked' : 'live' }),
    ...(to.writingView !== from.writingView && {
      writingView: to.writingView === 'source' ? 'source' : 'visual',
    }),
  };
}

interface SpaceDetailsProps {
  space: Space;
  /** The result of inheriting, as a sentence. */
  inherited: string;
}

/** Edits a space's title, emoji, icon, default access and lock in place. */
export function SpaceDetails({ space, inherited }: SpaceDetailsProps) {
  const queryClient = useQueryClient();
  const path = { spaceId: space.id };
  const update = useApiMutation(updateSpaceMutation(), {
    invalidates: ['listContent', 'listSpaces', 'listCollectionSpaces', 'listSiteSpaces', 'getSiteStructure'],
    onSuccess: (changed) => queryClient.setQueryData(getSpaceQueryKey({ path }), changed),
  });
  const readOnlyReason = space.permissions.admin
    ? undefined
    : 'Requires the Creator role or higher on this space.';
  const values = valuesOf(space);
  const parentKind = space.parent === undefined ? 'organization' : 'collection';

  const save = (written: SpaceDetailsValues, before: SpaceDetailsValues) =>
    applyUndoable({
      label: `Changed space “${space.title}”`,
      change: changedSpace(before, written),
      inverse: changedSpace(written, before),
      send: (body) => update.mutateAsync({ path, body }),
    });

  return (
    <InlineForm<SpaceDetailsValues>
      label={`Details of ${space.title}`}
      schema={zUpdateSpaceBody.pick({ title: true, emoji: true, icon: true }).required({ title: true })}
      values={values}
      onSubmit={save}
      guard={{
        path: `/v1/spaces/${space.id}`,
        labels: {
          title: 'Title',
          emoji: 'Emoji',
          icon: 'Icon',
          level: 'Default access',
          locked: 'Locked',
          writingView: 'Editor begins with',
        },
        formatters: {
          level: ({ level }) => levelLabels(levelOfKey(level), parentKind).name,
          writingView: ({ writingView }) => writingViewLabel(writingView),
        },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, getSpaceOptions({ path }))),
      }}
      readOnlyReason={readOnlyReason}
      className="rounded-lg border border-line p-4"
    >
      {({ control }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField control={control} name="title" label="Title" limit={50} />
            <TextField control={control} name="emoji" label="Emoji" />
            <TextField
              control={control}
              name="icon"
              label="Icon"
              hint="The name of an icon, such as book-open, or the https URL of an image. Shown in place of the emoji."
            />
          </div>
          <LevelField control={control} name="level" levelContext={parentKind} inheritedHint={inherited} />
          {space.writingView !== undefined && <WritingViewField control={control} />}
          <CheckboxField control={control} name="locked" label="Locked" hint={pageLockedMessage} />
        </>
      )}
    </InlineForm>
  );
}

/** The view that the editor begins in. */
function WritingViewField({ control }: { control: Control<SpaceDetailsValues> }) {
  return (
    <SelectField
      control={control}
      name="writingView"
      label="Editor begins with"
      options={writingViews}
      hint="Whoever chooses the other view in the editor keeps it."
    />
  );
}
