import { createFileRoute, linkOptions, Outlet, redirect, useRouter } from '@tanstack/react-router';
import { CircleUser, Plus } from 'lucide-react';
import { isOwnServer } from '#src/api/client.ts';
import { useList } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { PlainFrame } from '#src/domain/shell/plain-frame.tsx';
import { useSessionActions } from '#src/features/account/actions.ts';
import { AddressNotice } from '#src/features/account/address-notice.tsx';
import {
  AccountDeletion,
  CredentialsSection,
  EmailConfirmation,
} from '#src/features/account/credentials-section.tsx';
import { offeredAddress, ownAddress, ownCredentials } from '#src/features/account/credentials.ts';
import { IdentitiesSection, IdentityConfirmation } from '#src/features/account/identities.tsx';
import { AddressOffer } from '#src/features/account/offered-address.tsx';
import { ownSessions, ownTokens } from '#src/features/account/queries.ts';
import { SessionsTable, TokensTable } from '#src/features/account/table.tsx';
import { safeNext } from '#src/lib/safe-next.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** `next`: where a sign-in goes on to, after it has offered an address. */
const validateSearch = searchParams({ next: textParam(2000) });

export const Route = createFileRoute('/_shell/account')({
  validateSearch,
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: async ({ context: { queryClient }, deps: { next } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(ownSessions()),
      queryClient.ensureInfiniteQueryData(ownTokens()),
      // Only our own server has credentials. Their failures are shown in their sections.
      isOwnServer() && queryClient.prefetchQuery(ownCredentials()),
      isOwnServer() && queryClient.prefetchQuery(offeredAddress()),
      isOwnServer() && queryClient.prefetchQuery(ownAddress()),
    ]);
    if (next !== undefined && !queryClient.getQueryData(offeredAddress().queryKey)?.canTake)
      throw redirect({ href: safeNext(next), replace: true });
  },
  component: Account,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <PlainFrame title="My account" description="Where you’re signed in, and what acts for you.">
          <EmptyState icon={<CircleUser />} title="No account settings on this server">
            This server doesn’t list sessions and API tokens.
          </EmptyState>
        </PlainFrame>
      }
    />
  ),
});

function Account() {
  return (
    <PlainFrame title="My account" description="Where you’re signed in, and what acts for you.">
      <AccountSections />
    </PlainFrame>
  );
}

function AccountSections() {
  const sessions = useList(ownSessions());
  const tokens = useList(ownTokens());
  const { endOthers } = useSessionActions();
  const { next } = Route.useSearch();
  const router = useRouter();
  const goOn = () => next !== undefined && void router.navigate({ href: safeNext(next), replace: true });
  const create = (
    <LinkButton link={linkOptions({ to: '/account/new-token' })} icon={<Plus />}>
      New API token
    </LinkButton>
  );
  return (
    <>
      <AddressNotice />
      <AddressOffer isAsked={next !== undefined} onAnswered={goOn} />
      <CredentialsSection />
      <IdentitiesSection />
      <Section title="Sessions">
        <SessionsTable list={sessions} />
        {sessions.items.length > 1 && (
          <Button className="mt-3" onClick={() => void endOthers()}>
            End all other sessions…
          </Button>
        )}
      </Section>
      <Section title="API tokens">
        <TokensTable list={tokens} create={create} />
        {tokens.items.length > 0 && <div className="mt-3">{create}</div>}
      </Section>
      <AccountDeletion />
      <EmailConfirmation />
      <IdentityConfirmation />
      <Outlet />
    </>
  );
}
