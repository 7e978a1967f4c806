import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { AccessReview } from '#src/features/access-review/access-review.tsx';
import { inactiveDaysOf, parseReviewSearch } from '#src/features/access-review/findings.ts';
import { exportReview } from '#src/features/access-review/review-members.ts';
import { Callout } from '#src/ui/callout.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/access-review')({
  validateSearch: parseReviewSearch,
  component: Review,
});

function Review() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const queryClient = useQueryClient();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page
      title="Access review"
      actions={
        <ListMenu
          moreEntries={() => [
            {
              label: 'Export CSV…',
              icon: <Download />,
              onSelect: () => exportReview(queryClient, organization, inactiveDaysOf(search)),
            },
          ]}
        />
      }
    >
      {organization.permissions.admin ? (
        <AccessReview
          organization={organization}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true })}
        />
      ) : (
        <Callout tone="warning">{permissionReasons.administrator}</Callout>
      )}
    </Page>
  );
}
