import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { editedPage, pageEditors } from '#src/domain/presence/page-editors.ts';
import { PeopleEditing } from '#src/domain/presence/people-editing.tsx';
import { editorsAmong } from '#src/domain/presence/people.ts';
import { useOpenSubject } from '#src/domain/presence/use-people.ts';
import { findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

export interface LiveChangeRequestProps {
  organizationId: string;
  spaceId: string;
  /** Id or number. */
  changeRequest: string;
  id: string;
  /** The page on the screen. */
  page: string | undefined;
}

/** Says what of the change request is open here, and shows who is editing it. */
export function LiveChangeRequest(props: LiveChangeRequestProps) {
  const { organizationId, spaceId, changeRequest, id, page } = props;
  const navigate = useNavigate();
  const edited = useStore(editedPage);
  const openPage = edited === null ? page : `${edited}:edit`;
  const people = useOpenSubject(`change-request:${id}${openPage === undefined ? '' : `:${openPage}`}`);
  useEffect(() => pageEditors.set(people && editorsAmong(people)), [people]);
  useEffect(() => () => pageEditors.set(null), []);
  const editors = useStore(pageEditors) ?? [];
  const { data } = useQuery({ ...pagesOf({ spaceId, changeRequest }), enabled: editors.length > 0 });
  const titled = editors.map((editor) => ({
    ...editor,
    title: data && findPage(data.pages, editor.page)?.title,
  }));
  return (
    <PeopleEditing
      editors={titled}
      onOpenPage={(opened) =>
        void navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content',
          params: { organizationId, spaceId, changeRequest },
          search: { page: opened },
        })
      }
    />
  );
}
