import { startTransition, type SubmitEvent, useActionState, useState } from 'react';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { signIn, signInToServer } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { parseCredentials, parseServerUrl } from './parse-sign-in.ts';
import { describeNoApi, describeUnreachable } from './unreachable-server.ts';

interface SignInFormProps {
  /** The other server to sign in to; its field is then hidden. */
  server?: string | null;
  onSignedIn: () => void;
  submitLabel?: string;
}

/** Form for a token or sign-in link, optionally for another server. */
export function SignInForm({ server = null, onSignedIn, submitLabel = 'Sign in' }: SignInFormProps) {
  const [usesOtherServer, setUsesOtherServer] = useState(server !== null);
  const [failure, submit, pending] = useActionState(async (_before: string | null, form: FormData) => {
    try {
      const message = await submitSignIn(form, server);
      if (message) return message;
    } catch (error) {
      return errorMessage(error);
    }
    onSignedIn();
    return null;
  }, null);

  // As the form's `action`, it would empty the fields.
  const sendForm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => submit(form));
  };

  return (
    <form onSubmit={sendForm} className="flex flex-col gap-4">
      {usesOtherServer && server === null && <ServerField />}
      <Field
        label={usesOtherServer ? 'API token' : 'Sign-in link or API token'}
        hint={usesOtherServer ? undefined : 'The server prints a sign-in link when it starts.'}
      >
        {(control) => (
          <Input
            {...control}
            name="means"
            type="password"
            autoComplete="off"
            spellCheck={false}
            autoFocus={!usesOtherServer}
          />
        )}
      </Field>
      {usesOtherServer && (
        <LabelledCheckbox
          name="keep"
          label="Stay signed in in this tab"
          hint="Keeps the token until you close the tab."
        />
      )}
      {failure && (
        <Callout tone="danger" urgent>
          {failure}
        </Callout>
      )}
      <Button type="submit" tone="primary" size="large" pending={pending}>
        {submitLabel}
      </Button>
      {server === null && (
        <Button tone="quiet" onClick={() => setUsesOtherServer(!usesOtherServer)}>
          {usesOtherServer ? 'Sign in to this server' : 'Use another server'}
        </Button>
      )}
    </form>
  );
}

function ServerField() {
  return (
    <Field label="Server URL">
      {(control) => (
        <Input
          {...control}
          name="server"
          inputMode="url"
          autoComplete="url"
          placeholder="https://docs.example.com"
        />
      )}
    </Field>
  );
}

/**
 * Signs in.
 *
 * @returns a validation message, or null
 */
async function submitSignIn(form: FormData, fixedServer: string | null): Promise<string | null> {
  const credentials = parseCredentials(textOf(form, 'means'));
  const usesOtherServer = fixedServer !== null || form.has('server');
  if (!credentials) return usesOtherServer ? 'Enter a token.' : 'Enter a sign-in link or a token.';
  if (!usesOtherServer) {
    await signIn('code' in credentials ? 'link' : 'session', credentials);
    return null;
  }
  const server = fixedServer ?? parseServerUrl(textOf(form, 'server'));
  if (!server) return 'Enter a valid server URL, such as https://docs.example.com.';
  if ('code' in credentials) return 'Sign-in links only work on their own server. Use an API token.';
  try {
    await signInToServer({ server, token: credentials.token, remember: form.has('keep') });
    return null;
  } catch (error) {
    if (isNoApi(error)) return describeNoApi(server);
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    return describeUnreachable(server, location.origin);
  }
}

/** Whether something answered that is no such API: it knows no path of it, or sends a page for people. */
const isNoApi = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof ApiError && error.status === 404);

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
