import { useState } from 'react';
import { trustsVerifiedDomainsLabel } from '#src/lib/shared-labels.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';

interface SsoFormProps {
  /** The path of the console to come back to. */
  next: string;
  /** A previous attempt failed; the email is filled in again. */
  isRetry: boolean;
}

/** Keeps the typed email during the redirect; it must not appear in a URL. */
const emailStorageKey = 'sso-email';

/**
 * Redirects to the identity provider of an email. For an unknown email the server returns to the sign-in page with an
 * error.
 */
export function SsoForm({ next, isRetry }: SsoFormProps) {
  const [isRedirecting, setRedirecting] = useState(false);
  const redirect = (form: FormData) => {
    const email = form.get('email');
    if (typeof email !== 'string') return;
    setRedirecting(true);
    writeStored('session', emailStorageKey, email);
    // Not a plain form: the CSP allows form targets on this server only, and this one redirects.
    location.assign(`/auth/saml?${new URLSearchParams({ email, RelayState: next })}`);
  };
  return (
    <form action={redirect} className="flex flex-col gap-4">
      <Field label="Work email" hint="You continue on your organization’s sign-in page.">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            required
            autoFocus
            defaultValue={(isRetry && readStored('session', emailStorageKey)) || ''}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" size="large" pending={isRedirecting}>
        Continue with single sign-on
      </Button>
    </form>
  );
}

/** Messages of the server's SSO error codes. */
const MESSAGES: Record<string, string> = {
  'sso-unavailable': 'This identity provider isn’t set up. Ask an administrator.',
  'sso-unknown': 'No organization uses SSO for this email. Check the address.',
  'sso-unreachable': 'Couldn’t reach your identity provider. Try again in a moment.',
  'sso-unverified': `Your identity provider doesn’t say that it has confirmed your email address. Ask an administrator: with the setting “${trustsVerifiedDomainsLabel}” of the provider, it’s enough that the organization has verified the domain.`,
  'sso-no-address':
    'Your identity provider sent no email address. Ask an administrator: the application there has to send one (the claim “email”).',
  'sso-sha1':
    'Your identity provider’s response is signed with SHA-1, which is no longer secure. Ask an administrator: the application there has to sign with SHA-256.',
  'sso-encrypted':
    'Your identity provider encrypts its response, which can’t be read here. Ask an administrator: the application there has to sign assertions and leave them unencrypted.',
  'sso-unsolicited':
    'Your identity provider signs you in without being asked, again and again. Start here, with your email address. If that leads back to this page, ask an administrator: responses have to name their request (InResponseTo).',
  'sso-certificate':
    'Your identity provider’s certificate is expired or not yet valid. Ask an administrator to replace it.',
  'sso-denied': 'Your identity provider denied the sign-in. Try again, or ask an administrator for access.',
  'sso-refused': 'Couldn’t verify the identity provider’s response. Try again, or contact an administrator.',
  'sso-expired': 'The sign-in expired or was already used. Start again.',
  'sso-account': 'Your account has no access to this organization. Ask an administrator for an invite.',
};
const FALLBACK_MESSAGE = 'Couldn’t complete the sign-in. Try again in a moment.';

/** The message of an SSO error code, also for unknown ones. */
export function ssoErrorMessage(code: string): string {
  return (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined) ?? FALLBACK_MESSAGE;
}

interface SsoErrorProps {
  /** The error code in the URL: `sso-refused`. */
  code: string;
  requestId?: string;
  className?: string;
}

/** Instructions where an identity has to be linked to an account by its owner. */
const LINK_MESSAGES: Record<string, { title: string; text: string }> = {
  'sso-link': {
    title: 'You already have an account',
    text: 'Sign in once the way you did until now. Then you can link it, and single sign-on works from then on.',
  },
  'sso-mailed': {
    title: 'Check your email',
    text: 'You already have an account. To link single sign-on to it, open the link that we sent you, in this browser and within 30 minutes.',
  },
  'sso-unconfirmed': {
    title: 'Ask for a sign-in link',
    text: 'You already have an account, and nothing to sign in with yet. Ask an administrator for a sign-in link. Open it in this browser within 30 minutes, or after another try.',
  },
};

/** Shows why single sign-on failed, with the request ID. */
export function SsoError({ code, requestId, className }: SsoErrorProps) {
  const link = Object.hasOwn(LINK_MESSAGES, code) ? LINK_MESSAGES[code] : undefined;
  if (link)
    return (
      <Callout tone="info" title={link.title} className={className}>
        {link.text}
      </Callout>
    );
  return (
    <Callout tone="warning" title="Single sign-on failed" urgent className={className}>
      {ssoErrorMessage(code)}
      {requestId && (
        <span className="mt-1 block text-xs text-ink-soft">
          Request ID <code>{requestId}</code>
        </span>
      )}
    </Callout>
  );
}
