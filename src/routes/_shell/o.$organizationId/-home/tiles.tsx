import { Link } from '@tanstack/react-router';
import type { Organization } from '#api/generated/types.gen.ts';
import { type OrganizationPath, visibleNavigation } from '#src/components/layout/navigation.ts';
import { formatNumber } from '#src/lib/counts.ts';

interface TilesProps {
  organization: Organization;
  /** Number of entries of a screen, if known. */
  counts: Partial<Record<OrganizationPath, number | undefined>>;
}

/** A tile for each screen of the navigation except this one. */
export function Tiles({ organization, counts }: TilesProps) {
  const screens = visibleNavigation(organization)
    .flatMap(({ items }) => items)
    .filter(({ to }) => to !== '/o/$organizationId');
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {screens.map(({ to, label, description, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            params={{ organizationId: organization.id }}
            className="flex h-full flex-col rounded-lg border border-line p-4 hover:border-line-strong hover:bg-sunken"
          >
            <span className="flex items-center gap-2 font-medium">
              <Icon aria-hidden="true" className="size-4 shrink-0 text-accent-ink" />
              {label}
              <span className="ml-auto text-lg tabular-nums">{formatCount(counts[to])}</span>
            </span>
            <span className="mt-1 text-ink-soft text-pretty max-sm:hidden">{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A non-breaking space keeps the height while the number loads. */
const formatCount = (count: number | undefined) => (count === undefined ? '\u00a0' : formatNumber(count));
