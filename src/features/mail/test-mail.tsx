import { useState } from 'react';
import { sendTestMailMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';

/** Sends a test mail and shows its outcome. */
export function TestMail({ organizationId }: { organizationId: string }) {
  const [email, setEmail] = useState(currentUser()?.email ?? '');
  const test = useApiMutation(sendTestMailMutation(), { invalidates: ['getMailSettings'] });
  const fieldProblem = test.error?.details.find(({ path }) => path === 'body.email')?.message;
  return (
    <form
      aria-label="Test mail"
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const body = email.trim() === '' ? {} : { email: email.trim() };
        test.mutate({ path: { organizationId }, body });
      }}
    >
      <div className="flex items-start gap-2">
        <Field
          label="Send to"
          hint="Addresses of the demonstration (@demo.example) never get mail."
          error={fieldProblem}
          className="flex-1"
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" pending={test.isPending} className="mt-6.5">
          Send test mail
        </Button>
      </div>
      {test.data && <Outcome {...test.data} />}
      {test.error && fieldProblem === undefined && <Failure error={test.error} />}
    </form>
  );
}

function Outcome({ email, sent, problem }: { email: string; sent: boolean; problem?: string }) {
  return sent ? (
    <div role="status">
      <Callout tone="success" title="Test mail sent">
        The mail server accepted it. Look into the mailbox of {email}.
      </Callout>
    </div>
  ) : (
    <Callout tone="danger" title="Test mail not sent" urgent>
      {problem}
    </Callout>
  );
}

function Failure({ error }: { error: ApiError }) {
  return (
    <Callout tone="danger" urgent>
      {error.message}
    </Callout>
  );
}
