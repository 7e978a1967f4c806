import { useState } from 'react';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

interface SsoFormProps {
  /** The path of the console to come back to. */
  next: string;
  /** It was tried and did not work: the e-mail address of then stands in the field again. */
  isRetry: boolean;
}

/** Where this tab keeps what was typed while the browser is elsewhere; the address of a page is no place for it. */
const emailStorageKey = 'sso-email';

/**
 * Goes to the identity provider that serves an e-mail address; the server knows which one that is. An address that none
 * serves leads back to the sign-in page, which says so.
 */
export function SsoForm({ next, isRetry }: SsoFormProps) {
  const [isRedirecting, setLeaving] = useState(false);
  const redirect = (form: FormData) => {
    const email = form.get('email');
    if (typeof email !== 'string') return;
    setLeaving(true);
    writeStored('session', emailStorageKey, email);
    // Not a plain form: the policy of the page lets forms go to this server only, and this one is sent on.
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
