import { resendInvitations } from '#api/generated/sdk.gen.ts';
import type { InvitationRepetitionResult, Member } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { useInvitationMail } from '#src/domain/people/invitations.ts';
import { formatCount } from '#src/lib/text/format.ts';

/** The limit of one request. */
const batchSize = 100;

export interface ResendInvitations {
  /** Why it can't be done here. */
  denialReason: string | undefined;
  isPending: boolean;
  send: (members: readonly Pick<Member, 'id' | 'user'>[]) => Promise<void>;
}

/** Sends invited members their invitation again, and shows the result. */
export function useResendInvitations(organizationId: string): ResendInvitations {
  const path = { organizationId };
  const mail = useInvitationMail();
  const { mutateAsync, isPending } = useApiMutation(
    {
      mutationFn: async (users: readonly string[]): Promise<InvitationRepetitionResult> => {
        const result: InvitationRepetitionResult = { sent: [], limited: [], skipped: [] };
        for (let at = 0; at < users.length; at += batchSize) {
          const body = { users: users.slice(at, at + batchSize) };
          const { data } = await resendInvitations({ path, body, throwOnError: true });
          result.sent.push(...data.sent);
          result.limited.push(...data.limited);
          result.skipped.push(...data.skipped);
        }
        return result;
      },
    },
    {
      optional: 'resendInvitations',
      invalidates: [
        { operation: 'listMembers', path },
        { operation: 'getMember', path },
      ],
    },
  );
  const send: ResendInvitations['send'] = async (members) => {
    try {
      const result = await mutateAsync(members.map(({ id }) => id));
      const [only, another] = members;
      const name = another ? undefined : only?.user.displayName;
      toast(describeSent(result, name), describeUnsent(result));
    } catch (error) {
      toastFailure(error, () => void send(members));
    }
  };
  return {
    send,
    denialReason:
      mail.sends === true
        ? undefined
        : 'This server sends no mail. Create a link on the person’s page and pass it on.',
    isPending,
  };
}

/** @param name of the only one */
function describeSent({ sent }: InvitationRepetitionResult, name?: string): string {
  if (sent.length === 0) return name === undefined ? 'No invitations sent' : `No invitation sent to ${name}`;
  if (name !== undefined) return `Sent ${name} the invitation again`;
  return `Sent ${formatCount(sent.length, 'invitation')} again`;
}

function describeUnsent({ limited, skipped }: InvitationRepetitionResult) {
  const parts = [
    limited.length > 0 &&
      `${formatCount(limited.length, 'address has', 'addresses have')} got too many emails lately. Try again tomorrow.`,
    skipped.length > 0 &&
      `${formatCount(skipped.length, 'person gets', 'people get')} none: already here, or without mail.`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? { detail: parts.join(' ') } : {};
}
