import { Link } from '@tanstack/react-router';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { changeOf } from '#src/features/change-requests/reusable/content-changes.ts';
import { formatCount } from '#src/lib/text/format.ts';

/** The changes beside those of pages. */
interface OtherContentChanges {
  count: number;
  files: number;
  reusable: readonly ContentChange[];
  variables: number;
}

export function otherChanges(changes: readonly ContentChange[]): OtherContentChanges {
  const files = changes.filter(({ file }) => file).length;
  const reusable = changes.filter(({ reusableContent }) => reusableContent);
  const variables = changes.reduce((sum, change) => sum + (change.variables?.length ?? 0), 0);
  return { count: files + reusable.length + variables, files, reusable, variables };
}

interface OtherChangesProps {
  params: { organizationId: string; spaceId: string; changeRequest: string };
  changes: OtherContentChanges;
}

/** Changed reusable contents, and links to the other changes that are no pages. */
export function OtherChanges({ params, changes: { files, reusable, variables } }: OtherChangesProps) {
  return (
    <>
      {reusable.length > 0 && (
        <section aria-labelledby="changed-reusable" className="mt-4">
          <h3 id="changed-reusable" className="mb-1 font-medium">
            Reusable content
          </h3>
          <ul className="rounded-lg border border-line p-1.5">
            {reusable.map((change) => (
              <li key={change.reusableContent?.id}>
                <Link
                  to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId"
                  params={{ ...params, contentId: change.reusableContent?.id ?? '' }}
                  className="flex min-h-9 items-center gap-2 rounded-md px-2.5 hover:bg-hover"
                >
                  <bdi className="min-w-0 flex-1 truncate">{change.reusableContent?.title}</bdi>
                  <span className="shrink-0 text-xs text-ink-soft">{changeOf(change).name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {files > 0 && (
        <p className="mt-2">
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files"
            params={params}
            className="link"
          >
            {formatCount(files, 'changed file')}
          </Link>
        </p>
      )}
      {variables > 0 && (
        <p className="mt-2">
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
            params={params}
            state={{ isOverviewChosen: true }}
            className="link"
          >
            {formatCount(variables, 'changed variable')}
          </Link>
        </p>
      )}
    </>
  );
}
