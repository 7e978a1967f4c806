import { createFileRoute, redirect } from '@tanstack/react-router';
import { session, startSession } from '#src/api/session/session.ts';

/** Requires a signed-in user. */
export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ location }) => {
    await startSession();
    if (session.state.get().status === 'signed-out')
      throw redirect({ to: '/login', search: { next: location.href } });
  },
});
