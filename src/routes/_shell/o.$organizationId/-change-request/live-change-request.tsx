import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pageEditors } from '#src/domain/presence/page-editors.ts';
import { PeopleEditing } from '#src/domain/presence/people-editing.tsx';
import { followChangeRequest } from '#src/features/change-requests/live/follow-change-request.ts';
import { findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

export interface LiveChangeRequestProps {
  organizationId: string;
  spaceId: string;
  /** Id or number. */
  changeRequest: string;
}

/** Follows the change request, and shows who is editing it. */
export function LiveChangeRequest({ organizationId, spaceId, changeRequest }: LiveChangeRequestProps) {
  const navigate = useNavigate();
  const editors = useStore(pageEditors) ?? [];
  useEffect(() => followChangeRequest({ spaceId, changeRequestId: changeRequest }), [spaceId, changeRequest]);
  const { data } = useQuery({ ...pagesOf({ spaceId, changeRequest }), enabled: editors.length > 0 });
  const titled = editors.map(({ page, user }) => ({
    page,
    user,
    title: data && findPage(data.pages, page)?.title,
  }));
  return (
    <PeopleEditing
      editors={titled}
      onOpenPage={(page) =>
        void navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content',
          params: { organizationId, spaceId, changeRequest },
          search: { page },
        })
      }
    />
  );
}
