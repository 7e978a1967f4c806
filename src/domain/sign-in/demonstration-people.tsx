import { signIn } from '#src/api/session/session.ts';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { type DemonstrationPerson, signInErrorMessage } from './auth-requests.ts';
import { useAttempt } from './use-attempt.ts';

interface DemonstrationPeopleProps {
  people: readonly DemonstrationPerson[];
  onSignedIn: () => void;
}

/** Signs in as one of the demonstration's people, without a password. */
export function DemonstrationPeople({ people, onSignedIn }: DemonstrationPeopleProps) {
  const { pending, error, attempt } = useAttempt<string>();
  return (
    <section aria-labelledby="demonstration" className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 id="demonstration" className="font-medium">
        Try the demonstration
      </h2>
      <p className="text-xs text-ink-soft text-pretty">
        Sign in as one of its people. This is offered on this machine only, until someone else has an account
        here.
      </p>
      {error !== null && (
        <Callout tone="danger" urgent>
          {signInErrorMessage(error)}
        </Callout>
      )}
      <ul className="flex flex-col gap-1">
        {people.map(({ id, displayName, role }) => (
          <li key={id}>
            <Button
              className="w-full"
              pending={pending === id}
              onClick={() =>
                void attempt(id, async () => {
                  await signIn('demonstration', { userId: id });
                  onSignedIn();
                })
              }
            >
              <span className="flex min-w-0 flex-1 items-center justify-between gap-3">
                <bdi className="truncate">{displayName}</bdi>
                <span className="shrink-0 text-xs font-normal text-ink-soft">{roleName(role)}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
