import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fieldErrors } from '#src/api/errors.ts';
import { invalidate } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { signInErrorMessage } from '#src/domain/sign-in/auth-requests.ts';
import { useAttempt } from '#src/domain/sign-in/use-attempt.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { type Credentials, requestCredentials } from './credentials.ts';

interface PasswordDialogProps {
  credentials: Credentials;
  onClose: (isSaved: boolean) => void;
}

/** Sets a password, or changes it with the current one. */
// oxlint-disable-next-line max-lines-per-function -- one small form without a form library, so that its fields are wired here
export function PasswordDialog({ credentials, onClose }: PasswordDialogProps) {
  const { email, needsCurrentPassword } = credentials;
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { pending, error, attempt } = useAttempt<'save'>();
  const invalid = fieldErrors(error);
  const formId = useId();
  const title = credentials.password ? 'Change password' : 'Set password';
  const save = async () => {
    await requestCredentials('PUT', '/password', {
      password,
      ...(needsCurrentPassword && { current }),
    });
    void invalidate(queryClient, 'listSessions');
    toast('Password saved');
    onClose(true);
  };
  return (
    <Dialog
      title={title}
      description="All your other sessions end. API tokens stay."
      size="small"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" pending={pending !== null}>
            {title}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt('save', save);
        }}
      >
        {/* Password managers store the password for this address. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        {needsCurrentPassword && (
          <Field label="Current password" error={invalid.get('current')}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                autoFocus
                value={current}
                onChange={({ target }) => setCurrent(target.value)}
              />
            )}
          </Field>
        )}
        <Field label="New password" hint="At least 12 characters." error={invalid.get('password')}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              autoFocus={!needsCurrentPassword}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        {error !== null && invalid.size === 0 && (
          <Callout tone="danger" urgent>
            {signInErrorMessage(error)}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
