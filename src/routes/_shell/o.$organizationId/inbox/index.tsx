import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_shell/o/$organizationId/inbox/')({
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/o/$organizationId/inbox/$view',
      params: { ...params, view: 'needs-me' },
      replace: true,
    });
  },
});
