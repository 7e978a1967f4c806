import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { ContentUses } from '#src/domain/reusable-contents/content-uses.tsx';
import { reusableContentOf } from '#src/domain/reusable-contents/queries.ts';
import { useEditDenial } from '#src/features/change-requests/denial-reasons.ts';
import { noEditingReason } from '#src/features/change-requests/labels.ts';
import { ContentSource } from '#src/features/change-requests/reusable/content-difference.tsx';
import { ContentPaths } from '#src/features/change-requests/reusable/content-paths.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/reusable/$contentId')({
  loader: ({ context: { queryClient }, params: { spaceId, contentId } }) =>
    queryClient.ensureQueryData(reusableContentOf({ spaceId }, contentId)),
  component: ReusableContentPanel,
});

/** Panel over the list with one reusable content: its text and what shows it. */
function ReusableContentPanel() {
  const params = Route.useParams();
  const { spaceId, contentId } = params;
  const navigate = Route.useNavigate();
  const { data: content } = useSuspenseQuery(reusableContentOf({ spaceId }, contentId));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const denial = useEditDenial(space.permissions);
  const side = { spaceId, revisionId: null };
  return (
    <Dialog
      shape="panel"
      title={content.title}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/spaces/$spaceId/reusable', params, replace: true })
      }
    >
      <div className="flex flex-col gap-4">
        {content.git?.path !== undefined && (
          <p className="text-xs text-ink-soft">
            <code className="wrap-anywhere">{content.git.path}</code>
          </p>
        )}
        {denial !== noEditingReason && (
          <div>
            <LinkButton
              link={linkOptions({
                to: '/o/$organizationId/spaces/$spaceId/reusable',
                params,
                search: { change: contentId },
              })}
              icon={<Pencil />}
              disabledReason={denial}
            >
              Edit
            </LinkButton>
          </div>
        )}
        <ContentPaths scope={{ spaceId }} content={content} sides={{ base: side, next: side }}>
          <ContentSource text={content.markdown ?? ''} />
        </ContentPaths>
        <ContentUses
          content={content}
          pageLink={(pageId) =>
            linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
              params: { ...params, pageId },
            })
          }
          contentLink={(id) =>
            linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/reusable/$contentId',
              params: { ...params, contentId: id },
            })
          }
        />
      </div>
    </Dialog>
  );
}
