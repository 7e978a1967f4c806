import { currentUser } from '#src/api/session/session.ts';

/** The heading after a failed sign-in of a person who is signed in. */
export function signedInHeading() {
  const user = currentUser();
  return {
    title: 'You’re still signed in',
    description: user && (
      <>
        as{' '}
        <strong dir="auto" className="font-medium text-ink">
          {user.displayName}
        </strong>
        {user.email && <bdi className="wrap-anywhere"> ({user.email})</bdi>}
      </>
    ),
  };
}
