import { Link, linkOptions } from '@tanstack/react-router';
import { showChosen, tabRow } from '#src/ui/tabs.tsx';

interface ChangeRequestTabsProps {
  organizationId: string;
  spaceId: string;
  /** The number within the space, or the identifier, as in the address. */
  changeRequest: string;
}

/** The parts of a change request, each with an address of its own. A part that is added gets its line here. */
export function ChangeRequestTabs(params: ChangeRequestTabsProps) {
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
    },
  ];
  return (
    <nav aria-label="Change request" className={tabRow} ref={showChosen}>
      {tabs.map(({ label, link }) => (
        <Link key={label} {...link} className="tab">
          {label}
        </Link>
      ))}
    </nav>
  );
}
