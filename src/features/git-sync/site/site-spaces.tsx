import { Link } from '@tanstack/react-router';
import type { SiteGitSpace } from '#api/generated/types.gen.ts';
import { Badge } from '#src/ui/badge.tsx';
import { stateLabel } from '../labels.ts';

/** The spaces that a site has connected, each with its directory and its state. */
export function SiteSpaces({
  organizationId,
  spaces,
}: {
  organizationId: string;
  spaces: readonly SiteGitSpace[];
}) {
  if (spaces.length === 0)
    return <p className="text-ink-soft">The first sync connects the spaces of the directories.</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {spaces.map(({ id, title, directory, state, error }) => {
        const { name, tone } = stateLabel(state);
        return (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5">
            <Link
              to="/o/$organizationId/spaces/$spaceId/git"
              params={{ organizationId, spaceId: id }}
              className="link"
            >
              {title}
            </Link>
            <code className="min-w-0 flex-1 text-xs wrap-anywhere text-ink-soft">{directory || '/'}</code>
            <Badge tone={tone}>{name}</Badge>
            {error !== undefined && <p className="w-full text-xs text-ink-soft">{error}</p>}
          </li>
        );
      })}
    </ul>
  );
}
