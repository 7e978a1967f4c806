import { Link, linkOptions, useChildMatches } from '@tanstack/react-router';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';

interface ChangeRequestTabsProps {
  organizationId: string;
  spaceId: string;
  /** The number within the space, or the identifier, as in the address. */
  changeRequest: string;
  /** How many comments on it are open. */
  comments: number;
}

/** The parts of a change request, each with an address of its own. A part that is added gets its line here. */
export function ChangeRequestTabs({ comments, ...params }: ChangeRequestTabsProps) {
  const isAtConflicts = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.endsWith('/conflicts')),
  });
  const tabs = [
    {
      label: 'Overview',
      link: linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params,
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
      label: 'Links',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/links', params }),
    },
    {
      label: 'Comments',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments', params }),
      count: comments,
    },
    // They are rare: their tab is there only for those who are at it.
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
          {count > 0 && <TabCount count={count} className="ml-1.5" />}
        </Link>
      ))}
    </nav>
  );
}
