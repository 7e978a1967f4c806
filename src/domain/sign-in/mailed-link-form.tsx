import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fieldErrors } from '#src/api/errors.ts';
import { signIn } from '#src/api/session/session.ts';
import { Address } from '#src/domain/people/address.tsx';
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

/** The screen of such a link. Only a press uses it up: programs that scan mail open links too. */
export function MailedLinkForm({ link, onSignedIn }: MailedLinkFormProps) {
  return link.kind === 'sign-in' ? (
    <ConfirmSignIn link={link} onSignedIn={onSignedIn} />
  ) : (
    <AccountForm link={link} onSignedIn={onSignedIn} />
  );
}

function ConfirmSignIn({
  link: { code, email },
  onSignedIn,
}: {
  link: MailedLink & { kind: 'sign-in' };
  onSignedIn: () => void;
}) {
  const { pending, error, attempt } = useAttempt<'link'>();
  const submit = async () => {
    await signIn('link', { code });
    onSignedIn();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-balance">
        You sign in as{' '}
        <b className="font-medium">
          <Address text={email} />
        </b>
        .
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

/** Makes the account of a link; that of the first administrator with an address and an organization. */
function AccountForm({
  link,
  onSignedIn,
}: {
  link: MailedLink & { kind: 'account' | 'set-up' };
  onSignedIn: () => void;
}) {
  const { code } = link;
  const isFirst = link.kind === 'set-up';
  const [email, setEmail] = useState(isFirst ? '' : link.email);
  const [organization, setOrganization] = useState('');
  const { data: options } = useQuery(signInOptions);
  const [displayName, setDisplayName] = useState(isFirst ? '' : link.displayName);
  const [password, setPassword] = useState('');
  const [prefersPassword, setPrefersPassword] = useState(false);
  const [missing, setMissing] = useState<'email' | 'name' | 'organization' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { pending, error, attempt } = useAttempt<'account'>();
  if (!options) return null;
  const canChoose = options.passkeys && canUsePasskeys();
  const usesPassword = prefersPassword || !canChoose;
  const invalid = fieldErrors(error);
  /** Focuses the first empty field. True if there is none. */
  const isFilled = (): boolean => {
    const first =
      isFirst && email.trim() === ''
        ? 'email'
        : displayName.trim() === ''
          ? 'name'
          : isFirst && organization.trim() === ''
            ? 'organization'
            : null;
    setMissing(first);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first === null;
  };
  const submit = async () => {
    const account = { code, displayName: displayName.trim(), ...(isFirst && { email: email.trim() }) };
    const more = isFirst ? { organization: organization.trim() } : undefined;
    if (usesPassword) await signIn(link.kind, { ...account, ...more, password });
    else await createAccountWithPasskey(link.kind, account, more);
    onSignedIn();
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFilled()) void attempt('account', submit);
      }}
    >
      <Field
        label="Email address"
        error={missing === 'email' ? 'Enter your email address.' : invalid.get('email')}
      >
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            readOnly={!isFirst}
            autoFocus={isFirst}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Field label="Name" error={missing === 'name' ? 'Enter your name.' : invalid.get('displayName')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            autoFocus={!isFirst}
            maxLength={100}
            value={displayName}
            onChange={({ target }) => setDisplayName(target.value)}
          />
        )}
      </Field>
      {isFirst && (
        <Field
          label="Organization"
          hint="The company or team whose documentation it is. You can rename it later."
          error={
            missing === 'organization' ? 'Enter a name for the organization.' : invalid.get('organization')
          }
        >
          {(control) => (
            <Input
              {...control}
              name="organization"
              autoComplete="organization"
              maxLength={255}
              value={organization}
              onChange={({ target }) => setOrganization(target.value)}
            />
          )}
        </Field>
      )}
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
