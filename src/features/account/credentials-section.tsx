import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { DangerAction, DangerZone } from '#src/components/layout/danger-zone.tsx';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { signInErrorMessage, signInOptions } from '#src/domain/sign-in/auth-requests.ts';
import { canUsePasskeys, createPasskey } from '#src/domain/sign-in/passkeys.ts';
import { useAttempt } from '#src/domain/sign-in/use-attempt.ts';
import { relativeTime } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { ConfirmEmailDialog, DeleteAccountDialog, EmailDialog } from './account-dialogs.tsx';
import { type Credentials, ownCredentials, type Passkey, requestCredentials } from './credentials.ts';
import { PasswordDialog } from './password-dialog.tsx';

// Few visits rename, and forms are the largest part of a screen.
const RenamePasskeyForm = lazyPart(async () => ({
  default: (await import('./rename-passkey-form.tsx')).RenamePasskeyForm,
}));

/** Password and passkeys of the person: set, add, rename, remove. */
export function CredentialsSection() {
  const { data, error, refetch } = useQuery(ownCredentials());
  if (data === null || (data === undefined && !error)) return null;
  // A session by single sign-on changes nothing here, and the server says how to.
  const isRefused = error instanceof ApiError && error.status === 403;
  return (
    <Section title="Sign-in">
      {isRefused && <Callout>{error.message}</Callout>}
      {error && !isRefused && <FetchFailure error={error} onRetry={refetch} />}
      {!error && data && <CredentialList credentials={data} />}
    </Section>
  );
}

/** Confirms the address of a mailed link that led here. */
export function EmailConfirmation() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [, code] = /^confirm-email=(\w+)$/.exec(hash) ?? [];
  if (code === undefined) return null;
  return (
    <ConfirmEmailDialog
      code={code}
      onClose={() => void navigate({ to: '/account', hash: '', replace: true })}
    />
  );
}

/** Deletes the account. Not where it can't be changed, as in a session by single sign-on. */
export function AccountDeletion() {
  const { data: credentials } = useQuery(ownCredentials());
  const [isDeleting, setDeleting] = useState(false);
  if (!credentials) return null;
  return (
    <DangerZone>
      <DangerAction
        explanation="You leave all organizations. What you wrote stays, with your name."
        icon={<Trash2 />}
        onClick={() => setDeleting(true)}
      >
        Delete account…
      </DangerAction>
      {isDeleting && <DeleteAccountDialog credentials={credentials} onClose={() => setDeleting(false)} />}
    </DangerZone>
  );
}

/** Adds and removes ways to sign in. */
function useCredentialChanges() {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: ownCredentials().queryKey });
  return {
    reload,
    remove: async (path: string, what: string) => {
      const isRemoved = await confirm({
        title: `Remove ${what}?`,
        body: 'You can’t sign in with it anymore.',
        confirmLabel: 'Remove',
        tone: 'danger',
        action: () => requestCredentials('DELETE', path),
      });
      if (!isRemoved) return;
      await reload();
      toast('Removed');
    },
    addPasskey: async () => {
      await createPasskey(
        () => requestCredentials('POST', '/passkey-options'),
        (passkey) => requestCredentials('POST', '/passkeys', { passkey }),
      );
      await reload();
      toast('Passkey added');
    },
  };
}

function CredentialList({ credentials }: { credentials: Credentials }) {
  const { password, passkeys } = credentials;
  const options = useQuery(signInOptions).data;
  const { reload, remove, addPasskey } = useCredentialChanges();
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const { pending, error, attempt } = useAttempt<'add'>();
  const isLast = passkeys.length + (password ? 1 : 0) === 1;
  const lastReason = isLast && 'You need at least one way to sign in. Add another one first.';
  return (
    <>
      <Details>
        <EmailDetail credentials={credentials} mail={options?.mail} />
        <PasswordDetail
          credentials={credentials}
          lastReason={lastReason}
          onRemove={() => void remove('/password', 'the password')}
          onSaved={() => void reload()}
        />
        {passkeys.map((passkey) => (
          <PasskeyDetail
            key={passkey.id}
            passkey={passkey}
            lastReason={lastReason}
            onRename={() => setRenamed(passkey)}
            onRemove={() => void remove(`/passkeys/${passkey.id}`, `passkey “${passkey.name}”`)}
          />
        ))}
      </Details>
      {error !== null && (
        <Callout tone="danger" urgent className="mt-3">
          {signInErrorMessage(error)}
        </Callout>
      )}
      {options?.passkeys && canUsePasskeys() && (
        <Button className="mt-3" pending={pending !== null} onClick={() => void attempt('add', addPasskey)}>
          Add a passkey
        </Button>
      )}
      <Suspense>
        {renamed && <RenamePasskeyForm passkey={renamed} onSaved={reload} onClose={() => setRenamed(null)} />}
      </Suspense>
    </>
  );
}

/** The email address. It can only be changed where the server sends mail to confirm another one. */
function EmailDetail({ credentials, mail }: { credentials: Credentials; mail: boolean | undefined }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Detail
        name="Email address"
        action={
          mail && (
            <Button size="small" aria-label="Change email address…" onClick={() => setChanging(true)}>
              Change…
            </Button>
          )
        }
        explanation={mail === false && 'This server doesn’t send email, so it can’t confirm another address.'}
      >
        <Address text={credentials.email} />
      </Detail>
      {isChanging && <EmailDialog credentials={credentials} onClose={() => setChanging(false)} />}
    </>
  );
}

interface PasswordDetailProps {
  credentials: Credentials;
  /** Why it can't be removed: it is the last way to sign in. */
  lastReason: string | false;
  onRemove: () => void;
  onSaved: () => void;
}

function PasswordDetail({ credentials, lastReason, onRemove, onSaved }: PasswordDetailProps) {
  const { password } = credentials;
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Detail
        name="Password"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setChanging(true)}>
              {password ? 'Change password…' : 'Set password…'}
            </Button>
            {password && (
              <Button
                size="small"
                disabledReason={lastReason}
                aria-label="Remove password…"
                onClick={onRemove}
              >
                Remove…
              </Button>
            )}
          </span>
        }
      >
        {password ? `Set ${relativeTime(password.setAt)}` : 'Not set'}
      </Detail>
      {isChanging && (
        <PasswordDialog
          credentials={credentials}
          onClose={(isSaved) => {
            setChanging(false);
            if (isSaved) onSaved();
          }}
        />
      )}
    </>
  );
}

interface PasskeyDetailProps {
  passkey: Passkey;
  /** Why it can't be removed: it is the last way to sign in. */
  lastReason: string | false;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyDetail({ passkey, lastReason, onRename, onRemove }: PasskeyDetailProps) {
  return (
    <Detail
      name="Passkey"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Rename passkey ${passkey.name}…`} onClick={onRename}>
            Rename…
          </Button>
          <Button
            size="small"
            disabledReason={lastReason}
            aria-label={`Remove passkey ${passkey.name}…`}
            onClick={onRemove}
          >
            Remove…
          </Button>
        </span>
      }
    >
      <bdi className="wrap-anywhere">{passkey.name}</bdi>
      <span className="block text-xs text-ink-soft">{describeUse(passkey)}</span>
    </Detail>
  );
}

function describeUse({ createdAt, lastUsedAt }: Passkey): string {
  const added = `Added ${relativeTime(createdAt)}`;
  return lastUsedAt === null ? added : `${added}, last used ${relativeTime(lastUsedAt)}`;
}
