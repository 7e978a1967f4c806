import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import {
  listOrganizationsOptions,
  transferCollectionMutation,
  transferSpaceMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { useOptionalMutation } from '#src/api/optional-requests.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

/** Organizations of the user, as possible targets. */
const organizationsOptions = () => listOrganizationsOptions({ query: { limit: 1000 } });

interface TransferFormProps {
  organizationId: string;
  kind: 'space' | 'collection';
  id: string;
  title: string;
  /** Called when closed, with the target organization if it was transferred. */
  onClose: (receiverId: string | null) => void;
}

/** Transfers a space or collection to another organization of the user. */
// oxlint-disable-next-line max-lines-per-function -- one form, and the dialog in its place where nothing can be transferred
export function TransferForm({ organizationId, kind, id, title, onClose }: TransferFormProps) {
  const { data } = useSuspenseQuery(organizationsOptions());
  const otherOrganizations = data.items.filter((item) => item.id !== organizationId);
  const refreshes = [
    'listContent',
    'listSpaces',
    'listCollections',
    'listCollectionSpaces',
    'listSites',
  ] as const;
  const space = useOptionalMutation('transferSpace', transferSpaceMutation(), {
    invalidates: refreshes,
    optional: 'transferSpace',
  });
  const isImpossible = space.isOffered === false && kind === 'space';
  const collection = useApiMutation(transferCollectionMutation(), { invalidates: refreshes });
  const isPending = space.isPending || collection.isPending;
  const dialogTitle = `Transfer ${kind} “${title}”`;
  const targetId = useRef<string | null>(null);

  if (isImpossible || otherOrganizations.length === 0) {
    return (
      <Dialog
        title={dialogTitle}
        size="small"
        onClose={() => onClose(null)}
        footer={<Button onClick={() => onClose(null)}>Close</Button>}
      >
        {isImpossible ? 'This server can’t transfer spaces.' : 'You aren’t a member of another organization.'}
      </Dialog>
    );
  }
  return (
    <FormDialog<{ organization: string }>
      title={dialogTitle}
      submitLabel="Transfer"
      submitTone="danger"
      schema={z.object({ organization: z.string().min(1, 'Select an organization.') })}
      defaultValues={{ organization: '' }}
      error={space.error ?? collection.error}
      pending={isPending}
      onClose={() => onClose(targetId.current)}
      onSubmit={async ({ organization }) => {
        const body = { organization };
        await (kind === 'space'
          ? space.mutateAsync({ path: { spaceId: id }, body })
          : collection.mutateAsync({ path: { collectionId: id }, body }));
        targetId.current = organization;
        toast(
          `Transferred “${title}” to ${otherOrganizations.find((item) => item.id === organization)?.title ?? 'the organization'}`,
        );
      }}
    >
      {({ control }) => (
        <>
          <SelectField
            control={control}
            name="organization"
            label="Organization"
            options={[
              { value: '', label: 'Select an organization', disabled: true },
              ...otherOrganizations.map((item) => ({
                value: item.id,
                label: item.permissions.createContent
                  ? item.title
                  : `${item.title} (you can’t create content there)`,
                disabled: !item.permissions.createContent,
              })),
            ]}
          />
          <TransferImpact kind={kind} />
        </>
      )}
    </FormDialog>
  );
}

/** The data that a transfer keeps and removes. */
function TransferImpact({ kind }: { kind: 'space' | 'collection' }) {
  return (
    <div className="text-ink-soft">
      <p className="font-medium text-ink">What happens</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {kind === 'collection' && <li>All collections and spaces inside are transferred too.</li>}
        <li>Pages, files, history, change requests and comments are kept.</li>
        <li>It is removed from this organization and its sites.</li>
        <li>Access grants, invite links and custom field values are lost.</li>
        <li>Only the other organization can transfer it back.</li>
      </ul>
    </div>
  );
}
