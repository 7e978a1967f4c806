import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { Address } from '#src/domain/people/address.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { offeredAddress } from './credentials.ts';

const OfferedAddressDialog = lazyPart(async () => ({
  default: (await import('./account-dialogs.tsx')).OfferedAddressDialog,
}));

interface AddressOfferProps {
  /** Whether a sign-in asks the question. */
  isAsked: boolean;
  /** Called when the person has answered. */
  onAnswered: () => void;
}

/** Offers the address that the identity provider mails to. Nothing where the account has it. */
export function AddressOffer({ isAsked, onAnswered }: AddressOfferProps) {
  const { data: offer } = useQuery(offeredAddress());
  const [isOpen, setOpen] = useState(isAsked);
  if (!offer) return null;
  const { email, provider, canTake } = offer;
  return (
    <>
      <Callout
        className="mb-6"
        title="Your identity provider has another email address for you"
        action={canTake && <Button onClick={() => setOpen(true)}>Use it…</Button>}
      >
        <bdi>{provider}</bdi> sends <Address text={email} />.{' '}
        {!canTake && 'Sign in without single sign-on to use it here.'}
      </Callout>
      <Suspense>
        {isOpen && canTake && (
          <OfferedAddressDialog
            offer={offer}
            onClose={() => {
              setOpen(false);
              onAnswered();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
