import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/ui/button.tsx';
import { signInOptions } from './auth-requests.ts';
import { DemonstrationPeople } from './demonstration-people.tsx';
import { inviteLinkOf, JoinForm } from './join-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SsoForm } from './sso.tsx';

/** Password with its alternatives, single sign-on, a pasted link or API token, or a new account with an invite link. */
export type SignInMethod = 'password' | 'sso' | 'token' | 'new';

interface SignInMethodsProps {
  method: SignInMethod;
  onMethodChange: (method: SignInMethod) => void;
  /** The path of the console to come back to. */
  next: string;
  /** Leads away from this page: single sign-on and mailed links. Left out where unsaved text would be lost. */
  canLeave: boolean;
  /** A previous attempt of single sign-on failed. */
  isSsoRetry?: boolean;
  submitLabel?: string;
  onSignedIn: () => void;
}

/** The ways to sign in at our own server; what it can't do is left out. */
export function SignInMethods(props: SignInMethodsProps) {
  const {
    method,
    onMethodChange,
    next,
    canLeave,
    isSsoRetry = false,
    submitLabel = 'Sign in',
    onSignedIn,
  } = props;
  const { data: options } = useQuery(signInOptions);
  if (!options) return null;
  const invite = canLeave && options.password ? inviteLinkOf(next) : null;
  const possible = method === 'new' && !invite ? 'password' : method;
  const current = possible === 'password' && !options.password ? 'token' : possible;
  return (
    <div className="flex flex-col gap-4">
      {current === 'password' && (
        <PasswordForm
          offersPasskeys={options.passkeys}
          offersMail={options.mail && canLeave}
          next={next}
          submitLabel={submitLabel}
          onSignedIn={onSignedIn}
        />
      )}
      {current === 'token' && <SignInForm submitLabel={submitLabel} onSignedIn={onSignedIn} />}
      {current === 'sso' && <SsoForm next={next} isRetry={isSsoRetry} />}
      {current === 'new' && invite && <JoinForm invite={invite} sendsMail={options.mail} />}
      {canLeave && options.demonstration.length > 0 && (
        <DemonstrationPeople people={options.demonstration} onSignedIn={onSignedIn} />
      )}
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        {current !== 'new' && invite && (
          <Button tone="quiet" onClick={() => onMethodChange('new')}>
            Create an account
          </Button>
        )}
        {current !== 'password' && options.password && (
          <Button tone="quiet" onClick={() => onMethodChange('password')}>
            {current === 'new' ? 'I have an account' : 'Use a password or passkey'}
          </Button>
        )}
        {current !== 'sso' && canLeave && (
          <Button tone="quiet" onClick={() => onMethodChange('sso')}>
            Use single sign-on
          </Button>
        )}
        {current !== 'token' && (
          <Button tone="quiet" onClick={() => onMethodChange('token')}>
            Use a sign-in link or API token
          </Button>
        )}
      </div>
    </div>
  );
}
