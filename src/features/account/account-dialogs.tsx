import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { fieldErrors, isTransient } from '#src/api/errors.ts';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { clearPersonalData } from '#src/domain/session/sign-out.ts';
import { signInErrorMessage } from '#src/domain/sign-in/auth-requests.ts';
import { useAttempt } from '#src/domain/sign-in/use-attempt.ts';
import { Button, type ButtonProps } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { type Credentials, type OfferedAddress, requestCredentials } from './credentials.ts';

interface AccountDialogProps {
  credentials: Credentials;
  onClose: () => void;
}

/** Asks for another email address, which a mailed link confirms. */
export function EmailDialog({ credentials, onClose }: AccountDialogProps) {
  const [email, setEmail] = useState('');
  const submit = async (current: object) => {
    await requestCredentials('POST', '/email', { email: email.trim(), ...current });
    toast('Check your email', { detail: `${email.trim()} gets a link, unless another account has it.` });
    onClose();
  };
  return (
    <OwnerForm
      title="Change email address"
      description="You get a link at the new address. Until you open it, the old one stays."
      submitLabel="Send link"
      credentials={credentials}
      onSubmit={submit}
      onClose={onClose}
    >
      {(invalid) => (
        <Field label="New email address" error={invalid.get('email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              autoFocus
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
      )}
    </OwnerForm>
  );
}

/** Asks whether the account shall have the address that its identity provider mails to. */
export function OfferedAddressDialog({ offer, onClose }: { offer: OfferedAddress; onClose: () => void }) {
  const { email, current: before, needsCurrentPassword } = offer;
  const submit = async (current: object) => {
    await requestCredentials('POST', '/offered-email', { email, ...current });
    toast('Check your email', { detail: `${email} gets a link, unless another account has it.` });
    onClose();
  };
  return (
    <OwnerForm
      title="Use this email address?"
      description="Bindery mails to it from then on. You confirm it by a link, and sign in as before."
      submitLabel="Send link"
      dismissLabel="Not now"
      credentials={{ email: before, needsCurrentPassword }}
      onSubmit={submit}
      onClose={onClose}
    >
      {() => (
        <Details>
          <Detail name="New">
            <Address text={email} />
          </Detail>
          <Detail name="Now">
            <Address text={before} />
          </Detail>
        </Details>
      )}
    </OwnerForm>
  );
}

/** The address that the code of a link would give the account, and the one that it has. */
const newEmail = (code: string) =>
  queryOptions({
    queryKey: ['new-email', code],
    queryFn: () => requestCredentials<{ email: string; current: string }>('POST', '/email/code', { code }),
    staleTime: Infinity,
    retry: false,
  });

/** Gives the account the address to which the code of this link was mailed. */
export function ConfirmEmailDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { data, error: unusable, refetch } = useQuery(newEmail(code));
  const { pending, error, attempt } = useAttempt<'confirm'>();
  const confirm = async () => {
    await requestCredentials('POST', '/email/confirm', { code });
    // Loaded anew: the address is shown everywhere.
    location.replace('/account');
  };
  if (unusable)
    return (
      <Dialog
        title="Email address not changed"
        description={signInErrorMessage(unusable)}
        size="small"
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            {isTransient(unusable) && (
              <Button tone="primary" autoFocus onClick={() => void refetch()}>
                Try again
              </Button>
            )}
          </>
        }
      />
    );
  // A link may confirm the address that the account has.
  const isSame = data !== undefined && data.email === data.current;
  return (
    <Dialog
      title={isSame ? 'Confirm your email address?' : 'Use this email address?'}
      description={isSame ? 'Bindery mails to it.' : 'It replaces the one that your account has now.'}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            autoFocus
            pending={pending !== null || !data}
            onClick={() => void attempt('confirm', confirm)}
          >
            {isSame ? 'Confirm address' : 'Use address'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Details>
          <Detail name={isSame ? 'Email address' : 'New'}>
            {data ? <Address text={data.email} /> : <Skeleton />}
          </Detail>
          {!isSame && <Detail name="Now">{data ? <Address text={data.current} /> : <Skeleton />}</Detail>}
        </Details>
        {error !== null && (
          <Callout tone="danger" urgent>
            {signInErrorMessage(error)}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}

/** Deletes the person's account. Typing the address prevents mistakes. */
export function DeleteAccountDialog({ credentials, onClose }: AccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = async (current: object) => {
    const isSame = typed.trim().toLowerCase() === credentials.email.toLowerCase();
    setWrong(!isSame);
    if (!isSame) return;
    await requestCredentials('POST', '/delete-account', current);
    await clearPersonalData();
    location.replace('/login');
  };
  return (
    <OwnerForm
      title="Delete your account?"
      description="You leave all organizations and are signed out everywhere. What you wrote stays, with your name. You can’t undo this."
      submitLabel="Delete account"
      submitTone="danger"
      credentials={credentials}
      onSubmit={submit}
      onClose={onClose}
    >
      {() => (
        <Field
          label="Your email address"
          hint={
            <>
              Type <Address text={credentials.email} /> to confirm.
            </>
          }
          error={isWrong ? 'This isn’t your email address.' : null}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              autoFocus
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
    </OwnerForm>
  );
}

interface OwnerFormProps {
  title: string;
  description: string;
  submitLabel: string;
  credentials: Pick<Credentials, 'email' | 'needsCurrentPassword'>;
  onClose: () => void;
  dismissLabel?: string;
  submitTone?: ButtonProps['tone'];
  /** `current` is the part of the body with the current password, empty where none is needed. */
  onSubmit: (current: object) => Promise<void>;
  children: (invalid: ReadonlyMap<string, string>) => ReactNode;
}

/** A form that takes the current password of those who have one. */
export function OwnerForm(props: OwnerFormProps) {
  const { title, description, submitLabel, submitTone = 'primary', credentials, onSubmit, onClose } = props;
  const [current, setCurrent] = useState('');
  const { pending, error, attempt } = useAttempt<'submit'>();
  const invalid = fieldErrors(error);
  const { email, needsCurrentPassword } = credentials;
  const formId = useId();
  return (
    <Dialog
      title={title}
      description={description}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{props.dismissLabel ?? 'Cancel'}</Button>
          <Button type="submit" form={formId} tone={submitTone} pending={pending !== null}>
            {submitLabel}
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
          void attempt('submit', () => onSubmit(needsCurrentPassword ? { current } : {}));
        }}
      >
        {props.children(invalid)}
        {needsCurrentPassword && (
          <>
            {/* Password managers fill in the password of this address. */}
            <input type="hidden" autoComplete="username" value={email} />
            <Field label="Current password" error={invalid.get('current')}>
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="current-password"
                  value={current}
                  onChange={({ target }) => setCurrent(target.value)}
                />
              )}
            </Field>
          </>
        )}
        {error !== null && invalid.size === 0 && (
          <Callout tone="danger" urgent>
            {signInErrorMessage(error)}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
