import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { errorMessage } from '#src/api/errors.ts';
import { session, signIn, startSession } from '#src/api/session/session.ts';
import { CardPage } from '#src/components/layout/card-page.tsx';
import { parseCredentials } from '#src/domain/session/parse-sign-in.ts';
import { SignInForm } from '#src/domain/session/sign-in-form.tsx';
import { SsoForm, SsoError } from '#src/domain/session/sso.tsx';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { Callout } from '#src/ui/callout.tsx';

const validateSearch = searchParams({ next: textParam(2000), error: textParam(40), request: textParam(100) });

export const Route = createFileRoute('/login')({
  validateSearch,
  // Not in a loader: pasting another sign-in link over this URL changes only its hash.
  beforeLoad: async ({ location, search, preload }) => {
    const failure = preload ? null : await followLink(location.hash);
    // The sign-in form also works if the session check fails.
    await startSession().catch(() => undefined);
    // A used link redirects signed-in users to its original target.
    if (session.state.get().status === 'signed-in') {
      throw redirect({ href: safeNext(search.next), replace: true });
    }
    return { failure };
  },
  component: Login,
});

/**
 * Signs in with the code in the URL hash, if any.
 *
 * @returns the error message, or null
 */
async function followLink(hash: string): Promise<string | null> {
  const credentials = hash ? parseCredentials(`#${hash.replace(/^#/, '')}`) : null;
  if (!credentials || !('code' in credentials)) return null;
  return signIn(credentials).then(() => null, errorMessage);
}

/** Allows only paths of this console, never other hosts. */
function safeNext(next: string | undefined): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.startsWith('/login') ? next : '/';
}

function Login() {
  const router = useRouter();
  const { failure } = Route.useRouteContext();
  const { next, error, request } = Route.useSearch();
  return (
    <CardPage title="Sign in to Bindery" description="The console for your documentation platform.">
      {failure && (
        <Callout tone="warning" title="Sign-in link didn’t work" className="mb-4">
          {failure} Each link works once. Use a new link or a token.
        </Callout>
      )}
      {error && <SsoError code={error} requestId={request} className="mb-4" />}
      <SignInForm onSignedIn={() => void router.navigate({ href: safeNext(next), replace: true })} />
      <div className="my-5 flex items-center gap-3 text-xs text-ink-soft">
        <hr className="flex-1 border-line" />
        or
        <hr className="flex-1 border-line" />
      </div>
      <SsoForm next={safeNext(next)} isRetry={error !== undefined} />
    </CardPage>
  );
}
