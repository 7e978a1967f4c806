import { createFileRoute, Link } from '@tanstack/react-router';
import { CardPage } from '#src/components/layout/card-page.tsx';
import { UserMenu } from '#src/domain/shell/user-menu.tsx';
import { JoinOrganization } from '#src/features/invites/join-organization.tsx';
import { buttonStyle } from '#src/ui/button.tsx';

// Signed-out users come back here after signing in (see `_shell`).
export const Route = createFileRoute('/_shell/join/$organizationId/$secret')({
  component: Join,
});

function Join() {
  const { organizationId, secret } = Route.useParams();
  return (
    <CardPage
      title="You’re invited"
      description="Use this link to join the organization."
      corner={<UserMenu />}
      footer={
        <Link to="/orgs" className={buttonStyle('quiet')}>
          Your organizations
        </Link>
      }
    >
      <JoinOrganization key={secret} organizationId={organizationId} secret={secret} />
    </CardPage>
  );
}
