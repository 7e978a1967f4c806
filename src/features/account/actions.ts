import {
  endOtherSessionsMutation,
  endSessionMutation,
  revokeApiTokenMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ApiToken, Session } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { deviceLabel } from '#src/domain/session/session-labels.ts';

/** Ends sessions of the caller, after a confirmation. */
export function useSessionActions() {
  const policy = { invalidates: ['listSessions' as const] };
  const end = useApiMutation(endSessionMutation(), policy);
  const endOthers = useApiMutation(endOtherSessionsMutation(), policy);
  return {
    end: async (session: Session) => {
      const isEnded = await confirm({
        title: `End the session on ${deviceLabel(session)}?`,
        body: 'That browser is signed out at once.',
        confirmLabel: 'End session',
        tone: 'danger',
        action: () => end.mutateAsync({ path: { sessionId: session.id } }),
      });
      if (isEnded) toast('Session ended');
    },
    endOthers: async () => {
      const isEnded = await confirm({
        title: 'End all other sessions?',
        body: 'All other browsers are signed out at once. API tokens stay.',
        confirmLabel: 'End sessions',
        tone: 'danger',
        action: () => endOthers.mutateAsync({}),
      });
      if (isEnded) toast('All other sessions ended');
    },
  };
}

/** Revokes an API token of the caller, after a confirmation. */
export function useTokenRevocation(): (token: ApiToken) => Promise<void> {
  const revoke = useApiMutation(revokeApiTokenMutation(), {
    invalidates: ['listApiTokens', 'listSessions'],
  });
  return async ({ id, name }) => {
    const isRevoked = await confirm({
      title: `Revoke API token “${name}”?`,
      body: 'Programs that use it stop working at once. You can’t undo this.',
      confirmLabel: 'Revoke token',
      tone: 'danger',
      action: () => revoke.mutateAsync({ path: { tokenId: id } }),
    });
    if (isRevoked) toast(`Revoked API token “${name}”`);
  };
}
