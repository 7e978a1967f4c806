import { Link } from '@tanstack/react-router';
import type { ApiSpecVersion } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import { exactTime } from '#src/lib/times.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Time } from '#src/ui/time.tsx';
import { slugToParam } from './spec-list.ts';

interface VersionsListProps {
  organizationId: string;
  slug: string;
  /** Newest first. */
  versions: readonly ApiSpecVersion[];
  total: number;
}

/** Versions of a specification with links to their changes. */
export function VersionsList({ organizationId, slug, versions, total }: VersionsListProps) {
  return (
    <>
      <ol aria-label="Versions" className="divide-y divide-line rounded-lg border border-line">
        {versions.map((version, index) => {
          const older = versions[index + 1];
          return (
            <li key={version.id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1.5">
              <Time value={version.createdAt} absent={version.id} />
              {index === 0 && <Badge tone="success">Latest</Badge>}
              <span className="ml-auto">
                {older ? (
                  <Link
                    to="/o/$organizationId/api-specs/$slug/compare"
                    params={{ organizationId, slug: slugToParam(slug) }}
                    search={{ from: older.id, to: version.id }}
                    className="link"
                    aria-label={`Changes in version of ${exactTime(version.createdAt ?? '')}`}
                  >
                    View changes
                  </Link>
                ) : (
                  <span className="text-ink-soft">{versions.length < total ? '' : 'First version'}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {versions.length < total && (
        <p className="mt-2 text-ink-soft">
          Showing the latest {versions.length} of {formatCount(total, 'version')}.
        </p>
      )}
    </>
  );
}
