import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { updateSpaceGitMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitConnection, GitConnectionUpdate } from '#api/generated/types.gen.ts';
import { zGitConnectionUpdate } from '#api/generated/zod.gen.ts';
import type { ApiError } from '#src/api/errors.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { CheckboxField, RadioField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { connectionOf, connectionQueries } from './queries.ts';

interface ConnectionFormProps {
  connection: GitConnection;
  onClose: () => void;
}

interface TokenValues {
  token: string;
  username: string;
  endsOn: string;
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const tokenSchema = z.object({
  token: zGitConnectionUpdate.shape.token.unwrap().unwrap(),
  username: zGitConnectionUpdate.shape.username.unwrap().unwrap().optional(),
  endsOn: z.string().regex(isoDate, 'Enter a date, such as 2027-03-31.').optional(),
});

interface TokenFormProps {
  username: string | undefined;
  save: (body: Pick<GitConnectionUpdate, 'token' | 'username' | 'tokenEndsAt'>) => Promise<unknown>;
  error: ApiError | null;
  isPending: boolean;
  onClose: () => void;
}

/** Replaces the token of a connection. The former one can't be read, so there is nothing to compare with. */
export function TokenForm({ username: current, save, error, isPending, onClose }: TokenFormProps) {
  return (
    <FormDialog<TokenValues>
      title="Replace token"
      description="A sync begins at once with the new one."
      submitLabel="Replace token"
      schema={tokenSchema}
      defaultValues={{ token: '', username: current ?? '', endsOn: '' }}
      error={error}
      pending={isPending}
      onSubmit={({ token, username, endsOn }) =>
        save({
          token: token.trim(),
          username: username.trim() === '' ? null : username.trim(),
          tokenEndsAt: endsOn === '' ? null : `${endsOn}T00:00:00.000Z`,
        })
      }
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="token" label="New token" limit={4096} secret />
          <TextField
            control={control}
            name="username"
            label="User name"
            hint="Only for hosts that want one beside the token."
            limit={255}
            optional
          />
          <TextField
            control={control}
            name="endsOn"
            label="Ends on"
            placeholder="2027-03-31"
            hint="You are told 14 days before."
            optional
            code
          />
        </>
      )}
    </FormDialog>
  );
}

/** That of a space. */
export function SpaceTokenForm({ connection, onClose }: ConnectionFormProps) {
  const { space: spaceId, username } = connection;
  const update = useApiMutation(updateSpaceGitMutation(), { invalidates: connectionQueries(spaceId) });
  return (
    <TokenForm
      username={username}
      save={(body) => update.mutateAsync({ path: { spaceId }, body })}
      error={update.error}
      isPending={update.isPending}
      onClose={onClose}
    />
  );
}

interface SettingsValues {
  messageTemplate: string;
  authorEmails: GitConnection['authorEmails'];
  acceptsConversion: boolean;
}

const settingsSchema = z.object({
  messageTemplate: zGitConnectionUpdate.shape.messageTemplate.unwrap().unwrap().optional(),
  authorEmails: zGitConnectionUpdate.shape.authorEmails.unwrap(),
  acceptsConversion: z.boolean(),
});

const settingsOf = (connection: GitConnection): SettingsValues => ({
  messageTemplate: connection.messageTemplate ?? '',
  authorEmails: connection.authorEmails,
  acceptsConversion: connection.acceptsConversion,
});

/** Changes how a connection writes, with a check for concurrent changes. */
export function ConnectionSettingsForm({ connection, onClose }: ConnectionFormProps) {
  const queryClient = useQueryClient();
  const { space: spaceId } = connection;
  const update = useApiMutation(updateSpaceGitMutation(), { invalidates: connectionQueries(spaceId) });
  return (
    <FormDialog<SettingsValues>
      title="Edit Git settings"
      submitLabel="Save changes"
      schema={settingsSchema}
      defaultValues={settingsOf(connection)}
      error={update.error}
      pending={update.isPending}
      guard={{
        path: `/v1/spaces/${spaceId}/git`,
        labels: {
          messageTemplate: 'Message of commits',
          authorEmails: 'Address of authors',
          acceptsConversion: 'Files of another tool',
        },
        formatters: {
          authorEmails: ({ authorEmails }) => authorLabels[authorEmails],
          acceptsConversion: ({ acceptsConversion }) => (acceptsConversion ? 'Are written' : 'Are only read'),
        },
        fetchCurrent: async () => settingsOf(await fetchFresh(queryClient, connectionOf(spaceId))),
      }}
      onSubmit={({ messageTemplate, ...values }) =>
        update.mutateAsync({
          path: { spaceId },
          body: { ...values, messageTemplate: messageTemplate.trim() === '' ? null : messageTemplate.trim() },
        })
      }
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="messageTemplate"
            label="Message of commits"
            placeholder="Docs-{change_request_number}: {change_request_subject}"
            hint="Of merged change requests. Without one, it is their subject."
            limit={500}
            optional
            code
          />
          <RadioField
            control={control}
            name="authorEmails"
            label="Address of authors"
            options={[
              { value: 'no-reply', label: authorLabels['no-reply'] },
              { value: 'account', label: authorLabels.account },
            ]}
            hint="Who can read the repository reads the addresses, too."
          />
          <CheckboxField
            control={control}
            name="acceptsConversion"
            label="Bindery may write files of another tool"
            hint="Only where text is converted when it is read."
          />
        </>
      )}
    </FormDialog>
  );
}

const authorLabels: Record<GitConnection['authorEmails'], string> = {
  'no-reply': 'One that receives no mail',
  account: 'That of their account',
};
