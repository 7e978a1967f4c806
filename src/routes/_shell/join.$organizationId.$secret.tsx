import { createFileRoute } from '@tanstack/react-router';
import { PlainFrame } from '#src/components/layout/plain-frame.tsx';
import { JoinOrganization } from '#src/features/invites/join-organization.tsx';

// Who is not signed in comes here again after the sign-in that everything below `_shell` asks for.
export const Route = createFileRoute('/_shell/join/$organizationId/$secret')({
  component: Join,
});

/** Where an invite link leads. */
function Join() {
  const { organizationId, secret } = Route.useParams();
  return (
    <PlainFrame title="You’re invited" description="Use this link to join the organization.">
      <JoinOrganization key={secret} organizationId={organizationId} secret={secret} />
    </PlainFrame>
  );
}
