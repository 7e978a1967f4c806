import { useQuery } from '@tanstack/react-query';
import { toast } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { signInErrorMessage } from '#src/domain/sign-in/auth-requests.ts';
import { useAttempt } from '#src/domain/sign-in/use-attempt.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { type OwnAddress, ownAddress, requestCredentials } from './credentials.ts';

/** Why no notifications are mailed to the person. Nothing where they are. */
export function AddressNotice() {
  const { data: address } = useQuery(ownAddress());
  if (address?.hasMail === false)
    return (
      <Callout className="mb-6" title="This server doesn’t send email">
        You find notifications in Bindery only. To share something, copy its link.
      </Callout>
    );
  if (!address?.canMail) return null;
  if (address.refusal === null && address.isConfirmed) return null;
  return <Notice address={address} />;
}

function Notice({ address: { email, refusal, canConfirm } }: { address: OwnAddress }) {
  const { pending, error, attempt } = useAttempt<'send'>();
  const send = async () => {
    await requestCredentials('POST', '/email/confirmation');
    toast('Check your email', { detail: `${email} gets a link.` });
  };
  return (
    <Callout
      tone={refusal ? 'warning' : 'info'}
      className="mb-6"
      title={refusal ? 'Mail to you was rejected' : 'Your email address isn’t confirmed'}
      action={
        canConfirm && (
          <Button pending={pending !== null} onClick={() => void attempt('send', send)}>
            Send confirmation link
          </Button>
        )
      }
    >
      <p>
        {refusal ? (
          <>
            You get no notifications at <Address text={email} /> until you confirm it. {refusal.reason}
          </>
        ) : (
          <>
            You get no notifications at <Address text={email} /> until you confirm it.
          </>
        )}{' '}
        {!canConfirm && 'Sign in without single sign-on to confirm it.'}
      </p>
      {error !== null && <p role="alert">{signInErrorMessage(error)}</p>}
    </Callout>
  );
}
