import { createFileRoute, redirect } from '@tanstack/react-router';
import { requestScreen } from '#src/api/client.ts';
import { session, startSession } from '#src/api/session/session.ts';

/** Requires a signed-in user, and requests what the screen shows. One step for both: the router renders its state around each. */
export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ location }) => {
    await startSession();
    if (session.state.get().status === 'signed-out')
      throw redirect({ to: '/login', search: { next: location.href } });
    requestScreen(location.href);
  },
});
