import { KeyRound, Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { signIn } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { requestAuth, signInErrorMessage } from './auth-requests.ts';
import { canUsePasskeys, signInWithPasskey } from './passkeys.ts';
import { SignInField } from './sign-in-field.tsx';
import { useAttempt } from './use-attempt.ts';

interface PasswordFormProps {
  offersPasskeys: boolean;
  offersMail: boolean;
  /** The path of the console that a mailed link opens. */
  next: string;
  submitLabel: string;
  onSignedIn: () => void;
}

/** Signs in with email address and password, with a passkey, or sends a link by mail. */
export function PasswordForm({ next, submitLabel, onSignedIn, ...offers }: PasswordFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { pending, error, attempt } = useAttempt<'password' | 'passkey' | 'mail'>();
  const { missing, isFilled, emailInput, passwordInput } = useMissingField(email, password);
  const submit = async () => {
    await signIn('password', { email: email.trim(), password });
    onSignedIn();
  };
  const usePasskey = async () => {
    await signInWithPasskey();
    onSignedIn();
  };
  const sendLink = async () => {
    await requestAuth('mail', { email: email.trim(), next });
    setMailedTo(email.trim());
  };

  if (mailedTo !== null) return <CheckMail address={mailedTo} onBack={() => setMailedTo(null)} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFilled(true)) void attempt('password', submit);
      }}
    >
      <SignInField
        label="Email address"
        error={missing === 'email' ? 'Enter your email address.' : null}
        ref={emailInput}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onText={setEmail}
      />
      <SignInField
        label="Password"
        hint={offers.offersMail ? 'Forgot it? Get a sign-in link by email.' : undefined}
        error={missing === 'password' ? 'Enter your password.' : null}
        ref={passwordInput}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onText={setPassword}
      />
      {error !== null && (
        <Callout tone="danger" urgent>
          {signInErrorMessage(error)}
        </Callout>
      )}
      <Button type="submit" tone="primary" size="large" pending={pending === 'password'}>
        {submitLabel}
      </Button>
      <OtherWays
        {...offers}
        pending={pending}
        onPasskey={() => void attempt('passkey', usePasskey)}
        onMail={() => {
          if (isFilled(false)) void attempt('mail', sendLink);
        }}
      />
    </form>
  );
}

/** The first empty field, once it was focused because of that. */
function useMissingField(email: string, password: string) {
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  /** Focuses the first empty field. True if there is none. */
  const isFilled = (needsPassword: boolean): boolean => {
    const isEmailMissing = email.trim() === '';
    const isPasswordMissing = needsPassword && password === '';
    setMissing(isEmailMissing ? 'email' : isPasswordMissing ? 'password' : null);
    if (isEmailMissing) emailInput.current?.focus();
    else if (isPasswordMissing) passwordInput.current?.focus();
    return !isEmailMissing && !isPasswordMissing;
  };
  return { missing, isFilled, emailInput, passwordInput };
}

interface OtherWaysProps extends Pick<PasswordFormProps, 'offersPasskeys' | 'offersMail'> {
  pending: 'password' | 'passkey' | 'mail' | null;
  onPasskey: () => void;
  onMail: () => void;
}

function OtherWays({ offersPasskeys, offersMail, pending, onPasskey, onMail }: OtherWaysProps) {
  return (
    <>
      {offersPasskeys && canUsePasskeys() && (
        <Button size="large" icon={<KeyRound />} pending={pending === 'passkey'} onClick={onPasskey}>
          Sign in with a passkey
        </Button>
      )}
      {offersMail && (
        <Button size="large" icon={<Mail />} pending={pending === 'mail'} onClick={onMail}>
          Email me a sign-in link
        </Button>
      )}
    </>
  );
}

function CheckMail({ address, onBack }: { address: string; onBack: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout tone="success" title="Check your email" urgent>
        If <bdi>{address}</bdi> has an account or can create one, you get a link within a minute. It works
        once.
      </Callout>
      <Button tone="quiet" autoFocus onClick={onBack}>
        Back to sign-in
      </Button>
    </div>
  );
}
