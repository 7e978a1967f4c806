import { queryOptions } from '@tanstack/react-query';
import { requestWithSession } from '#src/api/session/request-with-session.ts';

interface TakenValue {
  value: string;
  /** The name of the claim or attribute. */
  from: string;
}

/** The result of a test sign-in. Nothing was created or changed. */
export interface SignInTest {
  provider: { kind: 'saml' | 'oidc'; id: string; label: string };
  /** Everything that the provider sent; empty where its response could not be verified. */
  sent: readonly { source: string; name: string; values: readonly string[] }[];
  email: TakenValue | null;
  /** Why the address counts, or does not; null where the signed response is enough. */
  proof: string | null;
  displayName: TakenValue | null;
  subject: TakenValue | null;
  outcome:
    | { kind: 'linked'; displayName: string; email: string; offeredEmail: string | null }
    | { kind: 'to-link'; hasCredential: boolean }
    | { kind: 'new'; role: string | null; team: string | null }
    | { kind: 'refused'; code: string; reason: string };
}

/** Leads this tab to the identity provider, which leads back to the result. */
export async function startSignInTest(providerId: string): Promise<void> {
  const { url } = await requestWithSession<{ url: string }>('POST', '/sign-on-tests', { providerId });
  location.assign(url);
}

/** The result that a code reads, in the session that started the test. */
export const signInTestOf = (code: string) =>
  queryOptions({
    queryKey: ['sign-in-test', code],
    queryFn: () => requestWithSession<SignInTest>('POST', '/sign-on-tests/result', { code }),
    staleTime: Infinity,
    retry: false,
  });
