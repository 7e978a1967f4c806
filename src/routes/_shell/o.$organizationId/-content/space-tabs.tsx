import { Link, linkOptions } from '@tanstack/react-router';
import { scrollToSelectedTab, tabRow } from '#src/ui/tabs.tsx';

/** Tabs of a space; each has its own URL. New tabs are added here. */
export function SpaceTabs(params: { organizationId: string; spaceId: string }) {
  const tabs = [
    {
      label: 'Overview',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId', params, activeOptions: { exact: true } }),
    },
    { label: 'Pages', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages', params }) },
    { label: 'Changes', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes', params }) },
    { label: 'Files', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/files', params }) },
    { label: 'Links', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/links', params }) },
    {
      label: 'Comments',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}', params }),
    },
    { label: 'Import', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/import', params }) },
    {
      label: 'Access',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/access', params }),
    },
  ];
  return (
    <nav aria-label="Space" className={tabRow} ref={scrollToSelectedTab}>
      {tabs.map(({ label, link }) => (
        <Link key={label} {...link} className="tab">
          {label}
        </Link>
      ))}
    </nav>
  );
}
