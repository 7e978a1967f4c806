import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiError } from '#src/api/errors.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { type Credentials, type Passkey, requestCredentials } from './credentials.ts';

const passkeyName = z.object({ name: z.string().trim().min(1, 'Enter a name.').max(100) });

interface RenamePasskeyFormProps {
  passkey: Passkey;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyForm({ passkey: { id, name }, onSaved, onClose }: RenamePasskeyFormProps) {
  const rename = useMutation<null, ApiError, { name: string }>({
    mutationFn: (body) => requestCredentials('PATCH', `/passkeys/${id}`, body),
    onSuccess: onSaved,
  });
  return (
    <FormDialog
      title="Rename passkey"
      submitLabel="Rename"
      size="small"
      schema={passkeyName}
      defaultValues={{ name }}
      guard={{
        labels: { name: 'Name' },
        // In another tab or browser.
        fetchCurrent: async () => {
          const { passkeys } = await requestCredentials<Credentials>('GET');
          return { name: passkeys.find((passkey) => passkey.id === id)?.name ?? name };
        },
      }}
      error={rename.error}
      pending={rename.isPending}
      onSubmit={(values) => rename.mutateAsync({ name: values.name.trim() })}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="name" label="Name" limit={100} />}
    </FormDialog>
  );
}
