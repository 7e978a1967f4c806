import { linkOptions } from '@tanstack/react-router';
import { type ScreenTab, ScreenTabs } from '#src/components/layout/screen-tabs.tsx';

/** Tabs of a space; each has its own URL. New tabs are added here. */
export function SpaceTabs(params: { organizationId: string; spaceId: string }) {
  const tabs: readonly ScreenTab[] = [
    { label: 'Pages', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages', params }) },
    { label: 'Changes', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes', params }) },
    {
      label: 'History',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/history', params }),
      needs: 'listSpaceRevisions',
    },
    { label: 'Files', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/files', params }) },
    {
      label: 'Reusable content',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/reusable', params }),
      needs: 'listSpaceReusableContents',
    },
    {
      label: 'Links',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/links', params }),
      needs: 'listSpaceLinks',
    },
    {
      label: 'Comments',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}', params }),
    },
    { label: 'Import', link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/import', params }) },
    {
      label: 'Git',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/git', params }),
      needs: 'getSpaceGit',
    },
    {
      label: 'Access',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/access', params }),
    },
    {
      label: 'Settings',
      link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/settings', params }),
    },
  ];
  return <ScreenTabs label="Space" tabs={tabs} />;
}
