import { useState } from 'react';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

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
  const [isRedirecting, setLeaving] = useState(false);
  const redirect = (form: FormData) => {
    const email = form.get('email');
    if (typeof email !== 'string') return;
    setLeaving(true);
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
            autoFocus={isRetry}
            defaultValue={(isRetry && readStored('session', emailStorageKey)) || ''}
          />
        )}
      </Field>
      <Button type="submit" size="large" pending={isRedirecting}>
        Continue with single sign-on
      </Button>
    </form>
  );
}
