import { Link, linkOptions, useChildMatches } from '@tanstack/react-router';
import { useCan } from '#src/api/extensions.ts';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';

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

const reusableTab = (params: Omit<ChangeRequestTabsProps, 'comments'>) => ({
  label: 'Reusable content',
  count: 0,
  link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable', params }),
});

/** Tabs of a change request; each has its own URL. New tabs are added here. */
export function ChangeRequestTabs({ comments, ...params }: ChangeRequestTabsProps) {
  const isAtConflicts = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.endsWith('/conflicts')),
  });
  const hasReusable = useCan('listChangeRequestReusableContents') !== false;
  const tabs = [
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
    ...(hasReusable ? [reusableTab(params)] : []),
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
  return (
    <nav aria-label="Change request" className={tabRow} ref={scrollToSelectedTab}>
      {tabs.map(({ label, link, count = 0 }) => (
        <Link key={label} {...link} className="tab">
          {label}
          {count > 0 && <TabCount count={count} />}
        </Link>
      ))}
    </nav>
  );
}
