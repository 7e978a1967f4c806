import { useState } from 'react';
import { fieldErrors } from '#src/api/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { requestAuth, signInErrorMessage } from './auth-requests.ts';
import { useAttempt } from './use-attempt.ts';

/** An invite link. */
export interface InviteLink {
  organizationId: string;
  secret: string;
}

/** The invite link to which a path of the console leads; null for other paths. */
export function inviteLinkOf(path: string): InviteLink | null {
  const [, organizationId, secret] = /^\/join\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
  return organizationId !== undefined && secret !== undefined ? { organizationId, secret } : null;
}

interface JoinFormProps {
  invite: InviteLink;
  sendsMail: boolean;
}

/** Lets a person without an account begin with their address, which a mailed link confirms. */
export function JoinForm({ invite, sendsMail }: JoinFormProps) {
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { pending, error, attempt } = useAttempt<'join'>();
  const invalid = fieldErrors(error).get('email');
  if (!sendsMail)
    return (
      <Callout title="Ask for a link of your own">
        This server doesn’t send email, so it can’t confirm your address here. Ask whoever sent you the invite
        link to invite your email address: they get a one-time link for you, with which you create your
        account.
      </Callout>
    );
  if (mailedTo !== null)
    return (
      <Callout tone="success" title="Check your email" urgent>
        <bdi>{mailedTo}</bdi> gets a link within a minute. Open it to create your account and join.
      </Callout>
    );
  const submit = async () => {
    await requestAuth('join', { ...invite, email: email.trim() });
    setMailedTo(email.trim());
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(email.trim() === '');
        if (email.trim() !== '') void attempt('join', submit);
      }}
    >
      <Field
        label="Email address"
        hint="You get a link that confirms it. Then you choose your name and how you sign in."
        error={isMissing ? 'Enter your email address.' : invalid}
      >
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            autoFocus
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      {error !== null && invalid === undefined && (
        <Callout tone="danger" urgent>
          {signInErrorMessage(error)}
        </Callout>
      )}
      <Button type="submit" tone="primary" size="large" pending={pending !== null}>
        Continue
      </Button>
    </form>
  );
}
