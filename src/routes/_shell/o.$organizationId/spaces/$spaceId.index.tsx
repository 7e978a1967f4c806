import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/')({
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/o/$organizationId/spaces/$spaceId/pages',
      params,
      search: true,
      hash: true,
      replace: true,
    });
  },
});
