import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { scrollToSelectedTab, tabRow } from '#src/ui/tabs.tsx';
import { navigationItemAt, useNavigation } from './navigation.ts';

/** The settings of the organization, which are one entry of the sidebar. */
export function OrganizationSettingsTabs() {
  const { organizationId = '' } = useParams({ strict: false });
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const current = useLocation({ select: ({ pathname }) => navigationItemAt(organizationId, pathname)?.to });
  const items = useNavigation(organization)
    .flatMap((group) => group.items)
    .filter(({ isSetting = false }) => isSetting);
  if (items.length < 2) return null;
  return (
    <nav aria-label="Settings" className={tabRow} ref={scrollToSelectedTab}>
      {items.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ organizationId }}
          activeOptions={{ exact: true }}
          aria-current={current === to ? 'page' : undefined}
          className="tab"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
