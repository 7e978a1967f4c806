import { linkOptions, useChildMatches } from '@tanstack/react-router';
import { type ScreenTab, ScreenTabs } from '#src/components/layout/screen-tabs.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The overview was opened by its tab, also where the change request would open on something else. */
    isOverviewChosen?: true;
  }
}

interface ChangeRequestTabsProps {
  organizationId: string;
  spaceId: string;
  /** Number or id, as in the URL. */
  changeRequest: string;
  /** Number of open comments. */
  comments: number;
}

/** Tabs of a change request; each has its own URL. New tabs are added here. */
export function ChangeRequestTabs({ comments, ...params }: ChangeRequestTabsProps) {
  const isAtConflicts = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.endsWith('/conflicts')),
  });
  const tabs: readonly ScreenTab[] = [
    {
      label: 'Overview',
      link: linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params,
        state: { isOverviewChosen: true },
        activeOptions: { exact: true },
      }),
    },
    {
      label: 'Changes',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff', params }),
    },
    {
      label: 'Content',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content', params }),
    },
    {
      label: 'Files',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files', params }),
    },
    {
      label: 'Reusable content',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable', params }),
      needs: 'listChangeRequestReusableContents',
    },
    {
      label: 'Links',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/links', params }),
    },
    {
      label: 'Comments',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments', params }),
      count: comments,
    },
    // Conflicts are rare: the tab is shown only while open.
    ...(isAtConflicts
      ? [
          {
            label: 'Conflicts',
            link: linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/conflicts',
              params,
            }),
          },
        ]
      : []),
  ];
  return <ScreenTabs label="Change request" tabs={tabs} />;
}
