import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { updateChangeRequestMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { zDescriptionMarkdown, zIssueUrl } from '#api/generated/zod.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { MentionField } from '#src/domain/mentions/mention-field.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useTakesMarkdown } from '../capabilities.ts';
import { type ChangeRequestPath, nameOf } from '../labels.ts';
import { changeRequestInvalidations, changeRequestOf } from '../queries.ts';

const maxDescriptionLength = 20_000;

interface Values {
  descriptionMarkdown: string;
  issueUrl: string;
}

const schema = z.object({
  // An empty field counts as missing.
  descriptionMarkdown: zDescriptionMarkdown.default(''),
  issueUrl: zIssueUrl
    .refine((address) => address.trim() === '' || isHttps(address.trim()), {
      error: 'Enter a full address that begins with https://.',
    })
    .default(''),
});

const isHttps = (address: string) => URL.parse(address)?.protocol === 'https:';

const valuesOf = ({ descriptionMarkdown = '', issueUrl = '' }: ChangeRequest): Values => ({
  descriptionMarkdown,
  issueUrl,
});

const noDescriptions = 'The console can’t edit descriptions at this server.';

interface DescriptionFormProps {
  path: ChangeRequestPath;
  onClose: () => void;
}

/** Edits the description of a change request and the link to its issue. Lists have no descriptions, so it is read first. */
export function DescriptionForm(props: DescriptionFormProps) {
  const { data } = useQuery(changeRequestOf(props.path));
  const takesMarkdown = useTakesMarkdown();
  if (!data || takesMarkdown === undefined) return null;
  if (takesMarkdown) return <LoadedForm {...props} changeRequest={data} />;
  const title = `Describe “${nameOf(data)}”`;
  return <Dialog title={title} description={noDescriptions} size="small" onClose={props.onClose} />;
}

function LoadedForm({
  path,
  changeRequest,
  onClose,
}: DescriptionFormProps & { changeRequest: ChangeRequest }) {
  const queryClient = useQueryClient();
  const update = useApiMutation(updateChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  return (
    <FormDialog<Values>
      title={`Describe “${nameOf(changeRequest)}”`}
      submitLabel="Save"
      schema={schema}
      defaultValues={valuesOf(changeRequest)}
      draft={`description.${changeRequest.id}`}
      guard={{
        path: `/v1/spaces/${path.spaceId}/change-requests/${path.changeRequestId}`,
        labels: { descriptionMarkdown: 'Description', issueUrl: 'Issue' },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, changeRequestOf(path))),
      }}
      error={update.error}
      pending={update.isPending}
      onClose={onClose}
      onSubmit={async (values, before) => {
        const body = changedFields(values, before);
        if (Object.keys(body).length === 0) return;
        await update.mutateAsync({ path, body });
        recordUndoable({
          label: `Changed description of “${nameOf(changeRequest)}”`,
          undo: () => update.mutateAsync({ path, body: changedFields(before, values) }),
          redo: () => update.mutateAsync({ path, body }),
        });
      }}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="descriptionMarkdown"
            label="Description"
            hint="Markdown."
            limit={maxDescriptionLength}
            multiline
            optional
            renderControl={(field) => <MentionField {...field} spaceId={path.spaceId} className="min-h-32" />}
          />
          <TextField
            control={control}
            name="issueUrl"
            label="Issue"
            hint="Address in your issue tracker."
            placeholder="https://"
            inputMode="url"
            optional
          />
        </>
      )}
    </FormDialog>
  );
}

function changedFields(values: Values, before: Values): Partial<Values> {
  const issueUrl = values.issueUrl.trim();
  return {
    ...(values.descriptionMarkdown !== before.descriptionMarkdown && {
      descriptionMarkdown: values.descriptionMarkdown,
    }),
    ...(issueUrl !== before.issueUrl && { issueUrl }),
  };
}
