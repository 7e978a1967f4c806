import { createFileRoute, redirect } from '@tanstack/react-router';

/** The settings open with what everybody may read. */
export const Route = createFileRoute('/_shell/o/$organizationId/settings/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/settings/general', params, replace: true });
  },
});
