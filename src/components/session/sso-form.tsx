import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

/**
 * Goes to the identity provider that serves an e-mail address; the server knows which one that is. `next` is the path of
 * the console to come back to. An address that none serves leads back to the sign-in page, which says so.
 */
export function SsoForm({ next }: { next: string }) {
  const [leaving, setLeaving] = useState(false);
  const leave = (form: FormData) => {
    const email = form.get('email');
    if (typeof email !== 'string') return;
    setLeaving(true);
    // Not a plain form: the policy of the page lets forms go to this server only, and this one is sent on.
    location.assign(`/auth/saml?${new URLSearchParams({ email, RelayState: next })}`);
  };
  return (
    <form action={leave} className="flex flex-col gap-4">
      <Field label="Work e-mail" hint="You are taken to your organization’s own sign-in page.">
        {(control) => <Input {...control} name="email" type="email" autoComplete="email" required />}
      </Field>
      <Button type="submit" size="large" pending={leaving}>
        Continue with single sign-on
      </Button>
    </form>
  );
}
