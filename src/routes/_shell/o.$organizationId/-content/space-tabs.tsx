import { Link, linkOptions } from '@tanstack/react-router';
import {
  accessLabel,
  changesLabel,
  commentsLabel,
  filesLabel,
  importLabel,
  linksLabel,
  overviewLabel,
  pagesLabel,
  spaceLabel,
} from '#src/lib/shared-labels.ts';
import { scrollToSelectedTab, tabRow } from '#src/ui/tabs.tsx';

/** Tabs of a space; each has its own URL. New tabs are added here. */
export function SpaceTabs(params: { organizationId: string; spaceId: string }) {
  const tabs = [
    {
      label: overviewLabel,
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId', params, activeOptions: { exact: true } }),
    },
    { label: pagesLabel, link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages', params }) },
    { label: changesLabel, link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes', params }) },
    { label: 'History', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/history', params }) },
    { label: filesLabel, link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/files', params }) },
    { label: linksLabel, link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/links', params }) },
    {
      label: commentsLabel,
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}', params }),
    },
    { label: importLabel, link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/import', params }) },
    {
      label: accessLabel,
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/access', params }),
    },
  ];
  return (
    <nav aria-label={spaceLabel} className={tabRow} ref={scrollToSelectedTab}>
      {tabs.map(({ label, link }) => (
        <Link key={label} {...link} className="tab">
          {label}
        </Link>
      ))}
    </nav>
  );
}
