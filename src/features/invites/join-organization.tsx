import { useRouter } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { acceptInviteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

interface JoinOrganizationProps {
  organizationId: string;
  /** The last segment of the invite URL. */
  secret: string;
}

export function JoinOrganization({ organizationId, secret }: JoinOrganizationProps) {
  const { navigate } = useRouter();
  const user = currentUser();
  const join = useApiMutation(acceptInviteMutation(), {
    invalidates: ['listOrganizations', { operation: 'getOrganization', path: { organizationId } }],
    onSuccess({ role }) {
      toast(`Joined as ${roleName(role).toLowerCase()}`, { detail: roleDescription(role) });
      void navigate({ to: '/o/$organizationId', params: { organizationId }, replace: true });
    },
  });
  const isInvalidLink = join.error?.status === 404;
  return (
    <div className="flex flex-col gap-4">
      {join.error && (
        <Callout
          tone={isInvalidLink ? 'warning' : 'danger'}
          title={isInvalidLink ? 'Invalid invite link' : undefined}
          urgent
        >
          {describeJoinError(join.error)}
        </Callout>
      )}
      {!isInvalidLink && (
        <>
          <p>
            You’re joining as{' '}
            <strong dir="auto" className="font-medium">
              {user?.displayName ?? 'the signed-in user'}
            </strong>
            {user?.email && (
              <>
                {' '}
                <span className="inline-block text-ink-soft">
                  (<Address text={user.email} />)
                </span>
              </>
            )}
            . Other members can see your name and email address.
          </p>
          <Button
            tone="primary"
            size="large"
            icon={<UserPlus />}
            pending={join.isPending}
            onClick={() => join.mutate({ path: { organizationId, inviteId: secret } })}
          >
            Join organization
          </Button>
        </>
      )}
    </div>
  );
}

function describeJoinError(error: ApiError): string {
  if (error.status !== 404) return error.message;
  return 'The link was revoked or is incomplete. Ask the sender for a new one.';
}
