import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirects to the tab that all members can read. */
export const Route = createFileRoute('/_shell/o/$organizationId/settings/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/settings/general', params, replace: true });
  },
});
