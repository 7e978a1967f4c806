import { createFileRoute, redirect } from '@tanstack/react-router';
import { readStored } from '#src/lib/storage.ts';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    const organizationId = readStored('local', 'organization');
    throw organizationId
      ? redirect({ to: '/o/$organizationId', params: { organizationId }, replace: true })
      : redirect({ to: '/orgs', replace: true });
  },
});
