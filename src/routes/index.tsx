import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { session, startSession } from '#src/api/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';

/** Opens the last organization, else the only one with content; otherwise the user chooses. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { queryClient } }) => {
    await startSession();
    if (session.state.get().status === 'signed-out') throw redirect({ to: '/login', replace: true });
    const organizationId =
      (await lastOrganization(queryClient)) ??
      // The choice shows the error.
      (await onlyOrganization(queryClient).catch(() => null));
    throw organizationId === null
      ? redirect({ to: '/orgs', replace: true })
      : redirect({ to: '/o/$organizationId', params: { organizationId }, replace: true });
  },
});

/** The last organization opened in this browser, unless the user can't see it: the last user may have been another. */
async function lastOrganization(queryClient: QueryClient): Promise<string | null> {
  const organizationId = readStored('local', 'organization');
  if (organizationId === null) return null;
  try {
    // The organization's layout needs it anyway.
    await queryClient.ensureQueryData(getOrganizationOptions({ path: { organizationId } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      writeStored('local', 'organization', null);
      return null;
    }
  }
  return organizationId;
}

/** Loaded on demand, because it is only needed on the first visit. */
async function onlyOrganization(queryClient: QueryClient): Promise<string | null> {
  const { findOnlyOrganization } = await import('#src/domain/sign-in/only-organization.ts');
  return findOnlyOrganization(queryClient);
}
