import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isOwnServer } from '#src/api/client.ts';
import { can, useCan } from '#src/api/extensions.ts';
import { signInOptions } from '#src/domain/sign-in/auth-requests.ts';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';

/** Whether people are invited by their email addresses; assumed until the server has answered. */
export const useInvitesByEmail = (): boolean => useCan('inviteMembers') !== false;

/** Like `useInvitesByEmail`, outside of components. */
export const invitesByEmail = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'inviteMembers');

/** How invited people hear of it. */
export interface InvitationMail {
  /** `unknown` at other servers, which decide that themselves. */
  sends: boolean | 'unknown';
  /** Whether links are made to be passed on, because no mail is sent. */
  needsLinks: boolean;
}

export function useInvitationMail(): InvitationMail {
  const isOwn = isOwnServer();
  // Actions register after the list is painted.
  const isPainted = useIsPainted();
  const options = useQuery({ ...signInOptions, enabled: isOwn && isPainted }).data;
  if (!isOwn) return { sends: 'unknown', needsLinks: false };
  const sends = options?.mail === true;
  return { sends, needsLinks: options?.password === true && !sends };
}
