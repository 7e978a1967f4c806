import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  listCollectionsQueryKey,
  createLinkInviteMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { listCollections } from '#api/generated/sdk.gen.ts';
import type { Collection, InviteCreate, Role } from '#api/generated/types.gen.ts';
import { zCreateLinkInviteBody } from '#api/generated/zod.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { type SelectedSpace, SpacePicker } from '#src/domain/pickers/space-picker.tsx';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Field } from '#src/ui/form/field.tsx';
import { inviteRoles } from './actions.ts';

interface NewInvite {
  to: 'organization' | 'collection' | 'space';
  role: Role;
  spaces: readonly SelectedSpace[];
  /** The id of a collection. */
  collection?: string;
}

const schema = zCreateLinkInviteBody
  .pick({ role: true })
  .extend({
    to: z.enum(['organization', 'collection', 'space']),
    spaces: z.array(z.looseObject({ id: z.string() })),
    collection: z.string().optional(),
  })
  .refine(({ to, spaces }) => to !== 'space' || spaces.length > 0, {
    path: ['spaces'],
    message: 'Select a space.',
  })
  .refine(({ to, collection }) => to !== 'collection' || Boolean(collection), {
    path: ['collection'],
    message: 'Select a collection.',
  });

/** Spaces and collections take a level, the organization takes a role. */
export function inviteBody({ to, role, spaces: [space], collection }: NewInvite): InviteCreate {
  if (to === 'collection') return { level: role, collection };
  return to === 'space' && space ? { level: role, space: space.id } : { role };
}

const targetOptions = [
  { value: 'organization', label: 'Entire organization' },
  { value: 'collection', label: 'Collection' },
  { value: 'space', label: 'Space' },
];

interface CreateInviteFormProps {
  organizationId: string;
  /** Called with the id of the new link, or null if none was created. */
  onClose: (inviteId: string | null) => void;
}

export function CreateInviteForm({ organizationId, onClose }: CreateInviteFormProps) {
  const path = { organizationId };
  const created = useRef<string | null>(null);
  const create = useApiMutation(createLinkInviteMutation(), {
    invalidates: [{ operation: 'listLinkInvites', path }],
    optional: 'createLinkInvite',
  });
  return (
    <FormDialog<NewInvite>
      title="New invite link"
      description="Anyone with the link can join with this role until you revoke it."
      submitLabel="Create link"
      schema={schema}
      defaultValues={{ to: 'organization', role: 'read', spaces: [], collection: '' }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async (values) => {
        created.current = (await create.mutateAsync({ path, body: inviteBody(values) })).id;
      }}
      onClose={() => onClose(created.current)}
    >
      {({ control }) => (
        <>
          <SelectField control={control} name="to" label="Grants access to" options={targetOptions} />
          <TargetField control={control} organizationId={organizationId} />
          <InviteRoleField control={control} />
        </>
      )}
    </FormDialog>
  );
}

type FormControl = Control<NewInvite, unknown, NewInvite>;

interface TargetFieldProps {
  control: FormControl;
  organizationId: string;
}

function TargetField(props: TargetFieldProps) {
  const to = useWatch({ control: props.control, name: 'to' });
  if (to === 'collection') return <TargetCollectionField {...props} />;
  return to === 'space' && <TargetSpaceField {...props} />;
}

function TargetSpaceField({ control, organizationId }: TargetFieldProps) {
  const { field, fieldState } = useController({ control, name: 'spaces' });
  return (
    <Field label="Space" error={fieldState.error?.message}>
      {(attributes) => (
        <SpacePicker
          organizationId={organizationId}
          control={attributes}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

function InviteRoleField({ control }: { control: FormControl }) {
  const role = useWatch({ control, name: 'role' });
  return (
    <SelectField
      control={control}
      name="role"
      label="Role"
      hint={roleDescription(role)}
      options={inviteRoles.map((option) => ({ value: option, label: roleName(option) }))}
    />
  );
}

/** The path of titles to a collection: "Products › Sensors". */
function collectionPath(collection: Collection, byId: ReadonlyMap<string, Collection>): string {
  const parent = collection.parent === undefined ? undefined : byId.get(collection.parent);
  return parent ? `${collectionPath(parent, byId)} › ${collection.title}` : collection.title;
}

interface TargetCollectionFieldProps {
  control: Control<NewInvite, unknown, NewInvite>;
  organizationId: string;
}

function TargetCollectionField({ control, organizationId }: TargetCollectionFieldProps) {
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
  const byId = new Map(all.map((item) => [item.id, item]));
  const choices = all.map((item) => ({ value: item.id, label: collectionPath(item, byId) }));
  return (
    <SelectField
      control={control}
      name="collection"
      label="Collection"
      hint={error ? errorMessage(error) : 'Includes everything in it.'}
      options={[
        { value: '', label: 'Select a collection' },
        ...choices.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  );
}
