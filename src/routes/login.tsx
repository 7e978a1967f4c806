import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { session, signIn, startSession } from '#src/api/session/session.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { CardPage } from '#src/components/layout/card-page.tsx';
import type { MailedLink } from '#src/domain/sign-in/auth-requests.ts';
import { parseCredentials } from '#src/domain/sign-in/parse-sign-in.ts';
import { signedInHeading } from '#src/domain/sign-in/signed-in-heading.tsx';
import { safeNext } from '#src/lib/safe-next.ts';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';
import { Callout } from '#src/ui/callout.tsx';

const SignInMethods = lazyPart(async () => ({
  default: (await import('#src/domain/sign-in/sign-in-methods.tsx')).SignInMethods,
}));
const MailedLinkForm = lazyPart(async () => ({
  default: (await import('#src/domain/sign-in/mailed-link-form.tsx')).MailedLinkForm,
}));
const SsoError = lazyPart(async () => ({ default: (await import('#src/domain/sign-in/sso.tsx')).SsoError }));

const SignedInNotice = lazyPart(async () => ({
  default: (await import('#src/domain/sign-in/signed-in-notice.tsx')).SignedInNotice,
}));

const validateSearch = searchParams({
  next: textParam(2000),
  error: textParam(40),
  request: textParam(100),
  method: choiceParam(['sso', 'token', 'new']),
});

export const Route = createFileRoute('/login')({
  validateSearch,
  // Not in a loader: pasting another sign-in link over this URL changes only its hash.
  beforeLoad: async ({ location, search, preload }) => {
    const followed = preload ? {} : await followLink(location.hash);
    if ('mailed' in followed) return followed;
    // The sign-in form also works if the session check fails.
    await startSession().catch(() => undefined);
    // A used link redirects signed-in users to its original target.
    const isSignedIn = session.state.get().status === 'signed-in';
    // Why a sign-in failed is shown to them, too.
    if (isSignedIn && search.error === undefined)
      throw redirect({ href: safeNext(search.next), replace: true });
    return { ...followed, isSignedIn };
  },
  component: Login,
});

interface FollowedLink {
  /** Why the link of the URL didn't work, and the method for another one; none for a mailed one. */
  failure?: string;
  method?: 'token';
  /** A mailed link, which waits for a press. */
  mailed?: MailedLink;
  isSignedIn?: boolean;
}

/** Signs in with the code in the URL hash, if any, or looks at that of a mailed link. */
async function followLink(hash: string): Promise<FollowedLink> {
  if (!hash) return {};
  if (/^#?(mail|set-up)=/.test(hash)) {
    const { findMailedLink } = await import('#src/domain/sign-in/auth-requests.ts');
    return findMailedLink(hash).then((mailed) => (mailed ? { mailed } : {}), describeFailure);
  }
  const credentials = parseCredentials(`#${hash.replace(/^#/, '')}`);
  if (!credentials || !('code' in credentials)) return {};
  return signIn('link', credentials).then(
    () => ({}),
    (error: unknown) => ({ ...describeFailure(error), method: 'token' }),
  );
}

const describeFailure = (error: unknown) => ({ failure: errorMessage(error) });

/** Single sign-on led to an account that the person has to link, and did not fail. */
const linkCodes = new Set(['sso-link', 'sso-mailed', 'sso-unconfirmed']);

const signInHeading = {
  title: 'Sign in to Bindery',
  description: 'The console for your documentation platform.',
};
const joinHeading = {
  title: 'You’re invited',
  description: 'Sign in to join the organization, or create an account.',
};
const headings = {
  account: { title: 'Create your account', description: 'Choose how you sign in to Bindery.' },
  'sign-in': signInHeading,
  'set-up': { title: 'Set up Bindery', description: 'You become the first administrator of this server.' },
};

function Login() {
  const { mailed } = Route.useRouteContext();
  const { next } = Route.useSearch();
  if (!mailed) return <SignIn />;
  return (
    <CardPage {...headings[mailed.kind]}>
      <Suspense>
        {/* Loaded anew, so that nothing of the previous user remains. */}
        <MailedLinkForm link={mailed} onSignedIn={() => location.replace(safeNext(next))} />
      </Suspense>
    </CardPage>
  );
}

function SignIn() {
  const router = useRouter();
  const navigate = Route.useNavigate();
  const { failure, method: failedMethod = 'password', isSignedIn } = Route.useRouteContext();
  const { next, error, request, method } = Route.useSearch();
  const signedOutHeading = next?.startsWith('/join/') ? joinHeading : signInHeading;
  const heading = isSignedIn ? signedInHeading() : signedOutHeading;
  const isSsoRetry = error !== undefined && !linkCodes.has(error);
  const initialMethod = isSsoRetry ? 'sso' : failedMethod;
  return (
    <CardPage {...heading}>
      <Suspense>
        {failure && (
          <Callout tone="warning" title="Sign-in link didn’t work" className="mb-4">
            {failure} Or sign in another way.
          </Callout>
        )}
        {error && <SsoError code={error} requestId={request} className="mb-4" />}
        {isSignedIn ? (
          <SignedInNotice next={safeNext(next)} />
        ) : (
          <SignInMethods
            method={method ?? initialMethod}
            onMethodChange={(chosen) =>
              void navigate({
                search: { next, method: chosen === 'password' ? undefined : chosen },
                replace: true,
              })
            }
            next={safeNext(next)}
            canLeave
            isSsoRetry={isSsoRetry}
            onSignedIn={() => void router.navigate({ href: safeNext(next), replace: true })}
          />
        )}
      </Suspense>
    </CardPage>
  );
}
