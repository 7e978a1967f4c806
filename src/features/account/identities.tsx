import { useQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '#src/components/confirm/confirm.ts';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { signInErrorMessage } from '#src/domain/sign-in/auth-requests.ts';
import { useAttempt } from '#src/domain/sign-in/use-attempt.ts';
import { relativeTime } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import {
  type LinkedIdentity,
  ownCredentials,
  type PendingIdentity,
  type ProviderTitle,
  requestCredentials,
} from './credentials.ts';

/** The identity providers of the person's organizations: linked to the account, or to be. */
export function IdentitiesSection() {
  const { data: credentials } = useQuery(ownCredentials());
  const { pending, error, attempt } = useAttempt<string>();
  if (!credentials || credentials.identities.providers.length === 0) return null;
  const { providers, linked } = credentials.identities;
  const link = async (provider: ProviderTitle) => {
    const body = { providerId: provider.id };
    const { url } = await requestCredentials<{ url: string }>('POST', '/identities', body);
    location.assign(url);
  };
  return (
    <Section title="Single sign-on">
      <Details>
        {providers.map((provider) => {
          const identities = linked.filter((identity) => identity.provider.id === provider.id);
          return identities.length > 0 ? (
            identities.map((identity) => <IdentityDetail key={identity.id} identity={identity} />)
          ) : (
            <Detail
              key={provider.id}
              name={provider.label}
              explanation={`Not linked. ${provider.organization.title} uses it for single sign-on.`}
              action={
                <Button
                  size="small"
                  aria-label={`Link ${provider.label}…`}
                  pending={pending === provider.id}
                  onClick={() => void attempt(provider.id, () => link(provider))}
                >
                  Link…
                </Button>
              }
            >
              <bdi className="wrap-anywhere">{provider.organization.title}</bdi>
            </Detail>
          );
        })}
      </Details>
      {error !== null && (
        <Callout tone="danger" urgent className="mt-3">
          {signInErrorMessage(error)}
        </Callout>
      )}
    </Section>
  );
}

function IdentityDetail({ identity }: { identity: LinkedIdentity }) {
  const { id, provider, email, linkedAt, lastUsedAt } = identity;
  const queryClient = useQueryClient();
  const unlink = async () => {
    const isUnlinked = await confirm({
      title: `Unlink ${provider.label}?`,
      body: `It doesn’t sign you in to ${provider.organization.title} anymore until you link it again.`,
      confirmLabel: 'Unlink',
      tone: 'danger',
      action: () => requestCredentials('DELETE', `/identities/${id}`),
    });
    if (!isUnlinked) return;
    await queryClient.invalidateQueries({ queryKey: ownCredentials().queryKey });
    toast('Unlinked');
  };
  const linked = `Linked ${relativeTime(linkedAt)}`;
  const use = lastUsedAt === null ? linked : `${linked}, last used ${relativeTime(lastUsedAt)}`;
  return (
    <Detail
      name={provider.label}
      explanation={
        <>
          <Address text={email} /> · {use}
        </>
      }
      action={
        <Button size="small" aria-label={`Unlink ${provider.label}…`} onClick={() => void unlink()}>
          Unlink…
        </Button>
      }
    >
      <bdi className="wrap-anywhere">{provider.organization.title}</bdi>
    </Detail>
  );
}

/** Asks whether what an identity provider said in this browser is this account. */
export function IdentityConfirmation() {
  const { data: credentials } = useQuery(ownCredentials());
  const pending = credentials?.identities.pending;
  return credentials && pending ? <LinkDialog pending={pending} account={credentials.email} /> : null;
}

function LinkDialog({
  pending: { provider, email },
  account,
}: {
  pending: PendingIdentity;
  account: string;
}) {
  const queryClient = useQueryClient();
  const { pending, error, attempt } = useAttempt<'link' | 'decline'>();
  const reload = () => queryClient.invalidateQueries({ queryKey: ownCredentials().queryKey });
  const link = async () => {
    const path = '/identities/pending';
    const { continueAt } = await requestCredentials<{ continueAt: string | null }>('POST', path);
    // The organization opens by single sign-on only.
    if (continueAt !== null) return location.assign(continueAt);
    await reload();
    toast(`${provider.label} linked`);
  };
  const decline = async () => {
    await requestCredentials('DELETE', '/identities/pending');
    await reload();
  };
  const close = () => void attempt('decline', decline);
  return (
    <Dialog
      title={`Link ${provider.label} to your account?`}
      description={`It then signs you in to ${provider.organization.title}, whatever your address is there.`}
      size="small"
      onClose={close}
      footer={
        <>
          <Button pending={pending === 'decline'} onClick={close}>
            Not now
          </Button>
          <Button
            tone="primary"
            autoFocus
            pending={pending === 'link'}
            onClick={() => void attempt('link', link)}
          >
            Link
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Details>
          <Detail name={provider.label}>
            <Address text={email} />
          </Detail>
          <Detail name="Your account">
            <Address text={account} />
          </Detail>
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
