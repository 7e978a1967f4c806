import { useRef, useState } from 'react';
import { z } from 'zod';
import { createSiteVisitorKeyMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteVisitorKey, SiteVisitorKeyWithSecret } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { SitePath } from '../claims.ts';
import { nameOfKey, rotationChoices } from './visitor-keys.ts';

const schema = z.object({ hours: z.string() });

interface NewKeyDialogProps {
  path: SitePath;
  /** The keys that are valid now. */
  valid: readonly SiteVisitorKey[];
  onClose: () => void;
}

/** Makes a key, with the choice of when the previous one ends; then shows its secret. */
export function NewKeyDialog({ path, valid, onClose }: NewKeyDialogProps) {
  const [created, setCreated] = useState<SiteVisitorKeyWithSecret>();
  const result = useRef<SiteVisitorKeyWithSecret>(undefined);
  const create = useApiMutation(createSiteVisitorKeyMutation(), {
    invalidates: [{ operation: 'getSiteVisitorAuthentication', path }],
  });
  if (created) return <SecretDialog created={created} onClose={onClose} />;
  const previous = valid.map(nameOfKey).join(' and ');
  return (
    <FormDialog<{ hours: string }>
      title={valid.length === 0 ? 'New key' : 'Rotate key'}
      description="Your system signs the tokens of visitors with it. The secret is shown once."
      submitLabel={valid.length === 0 ? 'Create key' : 'Rotate key'}
      schema={schema}
      defaultValues={{ hours: '24' }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ hours }) => {
        const isRotation = valid.length > 0 && hours !== '';
        const body = isRotation ? { expirePreviousAfterHours: Number(hours) } : {};
        result.current = await create.mutateAsync({ path, body });
      }}
      onClose={() => (result.current ? setCreated(result.current) : onClose())}
    >
      {({ control }) =>
        valid.length > 0 && (
          <SelectField
            control={control}
            name="hours"
            label={`Accept the previous key, ${previous}`}
            options={rotationChoices}
            hint="Until your system signs with the new key, and for the tokens that visitors have already."
          />
        )
      }
    </FormDialog>
  );
}

/** The secret of a new key, which can’t be read again. */
function SecretDialog({ created, onClose }: { created: SiteVisitorKeyWithSecret; onClose: () => void }) {
  return (
    <Dialog
      title={`Key ${nameOfKey(created)}`}
      description="Store the secret in your system now."
      onClose={onClose}
      initialFocus="[data-copy-secret]"
      footer={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Secret">
          {({ id }) => (
            <div className="flex gap-2">
              <Input
                id={id}
                readOnly
                value={created.secret}
                className="font-mono"
                onFocus={(event) => event.target.select()}
              />
              <CopyButton showLabel text={created.secret} what="secret" data-copy-secret="" />
            </div>
          )}
        </Field>
        <Callout tone="warning">It is not shown again. Whoever has it can sign in as any visitor.</Callout>
      </div>
    </Dialog>
  );
}
