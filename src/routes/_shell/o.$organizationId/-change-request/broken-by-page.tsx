import type { ChangeRequestPath } from '#src/features/change-requests/change-request-words.ts';
import { type BrokenByPage, findBrokenByPage } from '#src/features/change-requests/views/broken-by-page.ts';
import { wholeList } from '#src/api/paging.ts';
import { SearchResult, useSearch } from '#src/features/change-requests/views/search-result.tsx';
import { LinkList } from '#src/features/spaces/link-list.tsx';
import { countOf } from '#src/lib/counts.ts';

interface BrokenLinksByPageProps {
  organizationId: string;
  path: ChangeRequestPath;
}

/** Broken links at a server that lists them for one page at a time: looked for when asked, as it means reading much. */
export function BrokenLinksByPage({ organizationId, path }: BrokenLinksByPageProps) {
  const search = useSearch<BrokenByPage>(
    (onProgress) => findBrokenByPage(path, onProgress, new AbortController().signal),
    'page',
  );
  return (
    <section aria-label="Broken links">
      <p className="mb-2 text-ink-soft">
        This server can’t list all links of a change request. You can check them page by page.
      </p>
      <SearchResult search={search} label="Check for broken links">
        {({ brought, before }) => (
          <>
            <p className="mb-2">
              {countOf(brought.length, 'link')} broken by this change request, {before.length} already broken.
            </p>
            {brought.length + before.length > 0 && (
              <LinkList
                links={wholeList([...brought, ...before])}
                space={{ organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId }}
              />
            )}
          </>
        )}
      </SearchResult>
    </section>
  );
}
