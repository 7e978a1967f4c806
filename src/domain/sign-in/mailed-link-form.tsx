import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fieldErrors } from '#src/api/errors.ts';
import { signIn } from '#src/api/session/session.ts';
import { Address } from '#src/domain/people/address.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { type MailedLink, signInErrorMessage, signInOptions } from './auth-requests.ts';
import { canUsePasskeys, createAccountWithPasskey } from './passkeys.ts';
import { SignInField } from './sign-in-field.tsx';
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

interface AccountValues {
  email: string;
  displayName: string;
  organization: string;
  password: string;
}

type AccountLink = MailedLink & { kind: 'account' | 'set-up' };
type RequiredName = 'email' | 'displayName' | 'organization';

/** Makes the account of a link; that of the first administrator with an address and an organization. */
function AccountForm({ link, onSignedIn }: { link: AccountLink; onSignedIn: () => void }) {
  const isFirst = link.kind === 'set-up';
  const { data: options } = useQuery(signInOptions);
  const [values, setValues] = useState<AccountValues>({
    email: isFirst ? '' : link.email,
    displayName: isFirst ? '' : link.displayName,
    organization: '',
    password: '',
  });
  const [prefersPassword, setPrefersPassword] = useState(false);
  const [missing, setMissing] = useState<RequiredName | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { pending, error, attempt } = useAttempt<'account'>();
  if (!options) return null;
  const canChoose = options.passkeys && canUsePasskeys();
  const usesPassword = prefersPassword || !canChoose;
  const invalid = fieldErrors(error);
  /** Focuses the first empty field. True if there is none. */
  const isFilled = (): boolean => {
    const first = firstMissing(values, isFirst);
    setMissing(first);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${inputNames[first]}"]`)?.focus();
    return first === null;
  };
  const submit = async () => {
    await createAccount(link, values, usesPassword);
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
      <AccountFields
        values={values}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        errorOf={(name) => (name === missing ? missingTexts[name] : invalid.get(name))}
        isFirst={isFirst}
        usesPassword={usesPassword}
      />
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

const inputNames: Record<RequiredName, string> = {
  email: 'email',
  displayName: 'name',
  organization: 'organization',
};

const missingTexts: Partial<Record<keyof AccountValues, string>> = {
  email: 'Enter your email address.',
  displayName: 'Enter your name.',
  organization: 'Enter a name for the organization.',
};

function firstMissing(values: AccountValues, isFirst: boolean): RequiredName | null {
  const { email, displayName, organization } = values;
  if (isFirst && email.trim() === '') return 'email';
  if (displayName.trim() === '') return 'displayName';
  return isFirst && organization.trim() === '' ? 'organization' : null;
}

async function createAccount(
  { kind, code }: AccountLink,
  values: AccountValues,
  usesPassword: boolean,
): Promise<void> {
  const isFirst = kind === 'set-up';
  const displayName = values.displayName.trim();
  const account = { code, displayName, ...(isFirst && { email: values.email.trim() }) };
  const more = isFirst ? { organization: values.organization.trim() } : undefined;
  if (usesPassword) await signIn(kind, { ...account, ...more, password: values.password });
  else await createAccountWithPasskey(kind, account, more);
}

interface AccountFieldsProps {
  values: AccountValues;
  onChange: (change: Partial<AccountValues>) => void;
  errorOf: (name: keyof AccountValues) => string | undefined;
  isFirst: boolean;
  usesPassword: boolean;
}

function AccountFields({ values, onChange, errorOf, isFirst, usesPassword }: AccountFieldsProps) {
  return (
    <>
      <SignInField
        label="Email address"
        error={errorOf('email')}
        name={inputNames.email}
        type="email"
        autoComplete="username"
        readOnly={!isFirst}
        autoFocus={isFirst}
        value={values.email}
        onText={(email) => onChange({ email })}
      />
      <SignInField
        label="Name"
        error={errorOf('displayName')}
        name={inputNames.displayName}
        autoComplete="name"
        autoFocus={!isFirst}
        maxLength={100}
        value={values.displayName}
        onText={(displayName) => onChange({ displayName })}
      />
      {isFirst && (
        <SignInField
          label="Organization"
          hint="The company or team whose documentation it is. You can rename it later."
          error={errorOf('organization')}
          name={inputNames.organization}
          autoComplete="organization"
          maxLength={255}
          value={values.organization}
          onText={(organization) => onChange({ organization })}
        />
      )}
      {usesPassword ? (
        <SignInField
          label="Password"
          hint="At least 12 characters."
          error={errorOf('password')}
          name="password"
          type="password"
          autoComplete="new-password"
          value={values.password}
          onText={(password) => onChange({ password })}
        />
      ) : (
        <p className="text-xs text-ink-soft text-pretty">
          A passkey signs you in with your fingerprint, face or screen lock, instead of a password.
        </p>
      )}
    </>
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
