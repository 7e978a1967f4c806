import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#src/api/errors.ts';
import { signIn } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { type MailedLink, signInErrorMessage, signInOptions } from './auth-requests.ts';
import { canUsePasskeys, createAccountWithPasskey } from './passkeys.ts';
import { useAttempt } from './use-attempt.ts';

interface MailedLinkFormProps {
  link: MailedLink;
  onSignedIn: () => void;
}

/** What a mailed link leads to. It is used up by a press only: programs that read mail open links too. */
export function MailedLinkForm({ link, onSignedIn }: MailedLinkFormProps) {
  return link.kind === 'account' ? (
    <AccountForm link={link} onSignedIn={onSignedIn} />
  ) : (
    <ConfirmSignIn link={link} onSignedIn={onSignedIn} />
  );
}

function ConfirmSignIn({ link: { code, email }, onSignedIn }: MailedLinkFormProps) {
  const { pending, error, attempt } = useAttempt<'link'>();
  const submit = async () => {
    await signIn('link', { code });
    onSignedIn();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center wrap-anywhere">
        You sign in as <b className="font-medium">{email}</b>.
      </p>
      <Failure error={error} />
      <Button
        tone="primary"
        size="large"
        autoFocus
        pending={pending !== null}
        onClick={() => void attempt('link', submit)}
      >
        Sign in
      </Button>
    </div>
  );
}

function AccountForm({
  link,
  onSignedIn,
}: {
  link: MailedLink & { kind: 'account' };
  onSignedIn: () => void;
}) {
  const { code, email } = link;
  const { data: options } = useQuery(signInOptions);
  const [displayName, setDisplayName] = useState(link.displayName);
  const [password, setPassword] = useState('');
  const [prefersPassword, setPrefersPassword] = useState(false);
  const [isNameMissing, setNameMissing] = useState(false);
  const { pending, error, attempt } = useAttempt<'account'>();
  if (!options) return null;
  const canChoose = options.passkeys && canUsePasskeys();
  const usesPassword = prefersPassword || !canChoose;
  const invalid = fieldErrors(error);
  const submit = async () => {
    const name = displayName.trim();
    if (usesPassword) await signIn('account', { code, displayName: name, password });
    else await createAccountWithPasskey({ code, displayName: name });
    onSignedIn();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setNameMissing(displayName.trim() === '');
        if (displayName.trim() !== '') void attempt('account', submit);
      }}
    >
      <Field label="Email address">
        {(control) => <Input {...control} type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <Field label="Name" error={isNameMissing ? 'Enter your name.' : invalid.get('displayName')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            autoFocus
            maxLength={100}
            value={displayName}
            onChange={({ target }) => setDisplayName(target.value)}
          />
        )}
      </Field>
      {usesPassword ? (
        <Field label="Password" hint="At least 12 characters." error={invalid.get('password')}>
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
      ) : (
        <p className="text-xs text-ink-soft text-pretty">
          A passkey signs you in with your fingerprint, face or screen lock, instead of a password.
        </p>
      )}
      {invalid.size === 0 && <Failure error={error} />}
      <Button type="submit" tone="primary" size="large" pending={pending !== null}>
        {usesPassword ? 'Create account' : 'Create account with a passkey'}
      </Button>
      {canChoose && (
        <Button tone="quiet" onClick={() => setPrefersPassword(!prefersPassword)}>
          {usesPassword ? 'Use a passkey instead' : 'Use a password instead'}
        </Button>
      )}
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    error !== null && (
      <Callout tone="danger" urgent>
        {signInErrorMessage(error)}
      </Callout>
    )
  );
}
