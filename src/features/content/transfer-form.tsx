import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import {
  listOrganizationsOptions,
  transferCollectionMutation,
  transferSpaceMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

/** The organizations of the caller, to choose the receiver from. */
const receivers = () => listOrganizationsOptions({ query: { limit: 1000 } });

interface TransferFormProps {
  organizationId: string;
  kind: 'space' | 'collection';
  id: string;
  title: string;
  /** Called at the end, with the organization that took over, if one did. */
  onClose: (receiverId: string | null) => void;
}

/** Gives a space, or a collection with all that is in it, to another organization of the caller. */
export function TransferForm({ organizationId, kind, id, title, onClose }: TransferFormProps) {
  const { data } = useSuspenseQuery(receivers());
  const others = data.items.filter((one) => one.id !== organizationId);
  const refreshes = [
    'listContent',
    'listSpaces',
    'listCollections',
    'listCollectionSpaces',
    'listSites',
  ] as const;
  const space = useApiMutation(transferSpaceMutation(), { refreshes });
  const collection = useApiMutation(transferCollectionMutation(), { refreshes });
  const isPending = space.isPending || collection.isPending;
  const words = `Transfer the ${kind} “${title}”`;
  const receiver = useRef<string | null>(null);

  if (others.length === 0) {
    return (
      <Dialog
        title={words}
        size="small"
        onClose={() => onClose(null)}
        footer={<Button onClick={() => onClose(null)}>Close</Button>}
      >
        You belong to no other organization that could take it over.
      </Dialog>
    );
  }
  return (
    <FormDialog<{ organization: string }>
      title={words}
      submitLabel="Transfer"
      schema={z.object({ organization: z.string().min(1, 'Choose an organization.') })}
      defaultValues={{ organization: '' }}
      error={space.error ?? collection.error}
      pending={isPending}
      onClose={() => onClose(receiver.current)}
      onSubmit={async ({ organization }) => {
        const body = { organization };
        await (kind === 'space'
          ? space.mutateAsync({ path: { spaceId: id }, body })
          : collection.mutateAsync({ path: { collectionId: id }, body }));
        receiver.current = organization;
        toast(`Transferred “${title}” to ${others.find((one) => one.id === organization)?.title ?? 'it'}`);
      }}
    >
      {({ control }) => (
        <>
          <SelectField
            control={control}
            name="organization"
            label="To"
            options={[
              { value: '', label: 'Choose an organization', disabled: true },
              ...others.map((one) => ({
                value: one.id,
                label: one.permissions.createContent
                  ? one.title
                  : `${one.title} (you may not create content there)`,
                disabled: !one.permissions.createContent,
              })),
            ]}
          />
          <Meaning kind={kind} />
        </>
      )}
    </FormDialog>
  );
}

/** What a transfer keeps and what it loses. */
function Meaning({ kind }: { kind: 'space' | 'collection' }) {
  return (
    <div className="text-ink-soft">
      <p className="font-medium text-ink">What this means</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {kind === 'collection' && <li>All collections and spaces in it go with it.</li>}
        <li>Pages, files, history, change requests and comments are kept.</li>
        <li>It leaves its place here, and every site of this organization that shows it.</li>
        <li>
          Access that was given to people and teams, its invite links and its custom field values are lost.
        </li>
        <li>To bring it back, somebody in the other organization has to transfer it again.</li>
      </ul>
    </div>
  );
}
