import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { createApiTokenMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ApiTokenWithSecret, Organization } from '#api/generated/types.gen.ts';
import { zCreateApiTokenBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { ownOrganizations } from './queries.ts';

interface Values {
  name: string;
  organizations: string[];
  /** Days; empty for never. */
  expiry: string;
}

const schema = zCreateApiTokenBody.pick({ name: true }).extend({
  organizations: z.array(z.string()).min(1, 'Select at least one organization.'),
  expiry: z.string().optional(),
});

const expiryOptions = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
];

const dayMs = 24 * 60 * 60_000;
/** The clocks of browser and server differ a little; an organization may accept exactly so many days. */
const clockMarginMs = 5 * 60_000;

const expiresAt = (openedAt: number, days: string) =>
  new Date(openedAt + Number(days) * dayMs - clockMarginMs).toISOString();

/** Creates an API token, and then shows it once. */
export function CreateTokenForm({ onClose }: { onClose: () => void }) {
  const { data } = useSuspenseQuery(ownOrganizations());
  const [created, setCreated] = useState<ApiTokenWithSecret>();
  const create = useApiMutation(createApiTokenMutation(), { invalidates: ['listApiTokens'] });
  const [isSaved, setSaved] = useState(false);
  // The same body when it is sent again after a lost response: the server then creates no second token.
  const [openedAt] = useState(() => Date.now());
  // The dialog closes after a submit with the function of the render before it.
  const isCreated = useRef(false);
  if (created && isSaved) return <CreatedToken created={created} onClose={onClose} />;
  return (
    <FormDialog<Values>
      title="New API token"
      description="For programs that act for you. It can’t be used to sign in."
      submitLabel="Create API token"
      schema={schema}
      defaultValues={{
        name: '',
        organizations: data.items.length === 1 ? data.items.map(({ id }) => id) : [],
        expiry: '90',
      }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ name, organizations, expiry }) => {
        const body = {
          name,
          organizations,
          ...(expiry !== '' && { expiresAt: expiresAt(openedAt, expiry) }),
        };
        setCreated(await create.mutateAsync({ body }));
        isCreated.current = true;
      }}
      onClose={() => (isCreated.current ? setSaved(true) : onClose())}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="name"
            label="Name"
            hint="What uses it, such as “Nightly build”."
            limit={100}
          />
          <OrganizationsField control={control} organizations={data.items} />
          <SelectField control={control} name="expiry" label="Expires" options={expiryOptions} />
        </>
      )}
    </FormDialog>
  );
}

interface OrganizationsFieldProps {
  control: Control<Values, unknown, Values>;
  organizations: readonly Pick<Organization, 'id' | 'title'>[];
}

function OrganizationsField({ control, organizations }: OrganizationsFieldProps) {
  const { field, fieldState } = useController({ control, name: 'organizations' });
  const toggle = (id: string, isSelected: boolean) =>
    field.onChange(isSelected ? [...field.value, id] : field.value.filter((other) => other !== id));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Organizations it can access</legend>
      {organizations.map(({ id, title }, index) => (
        <LabelledCheckbox
          key={id}
          label={<bdi>{title}</bdi>}
          {...(index === 0 && { ref: field.ref })}
          checked={field.value.includes(id)}
          onBlur={field.onBlur}
          onChange={({ target }) => toggle(id, target.checked)}
        />
      ))}
      {fieldState.error && (
        <p role="alert" className="text-xs text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}

function CreatedToken({ created, onClose }: { created: ApiTokenWithSecret; onClose: () => void }) {
  return (
    <Dialog
      title={`Created API token “${created.name}”`}
      size="medium"
      onClose={onClose}
      footer={
        <Button tone="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <Callout tone="warning" className="mb-4">
        Copy the token now. It isn’t shown again.
      </Callout>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 break-all" aria-label="API token">
          {created.token}
        </code>
        <CopyButton text={created.token} what="API token" />
      </div>
    </Dialog>
  );
}
