import { createFileRoute } from '@tanstack/react-router';
import { PlainFrame } from '#src/domain/shell/plain-frame.tsx';
import { JoinOrganization } from '#src/features/invites/join-organization.tsx';

// Signed-out users come back here after signing in (see `_shell`).
export const Route = createFileRoute('/_shell/join/$organizationId/$secret')({
  component: Join,
});

function Join() {
  const { organizationId, secret } = Route.useParams();
  return (
    <PlainFrame title="You’re invited" description="Use this link to join the organization.">
      <JoinOrganization key={secret} organizationId={organizationId} secret={secret} />
    </PlainFrame>
  );
}
