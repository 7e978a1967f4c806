import { completeList } from '#src/api/paging.ts';
import type { ChangeRequestPath } from '#src/features/change-requests/labels.ts';
import {
  type BrokenByPage,
  findBrokenByPage,
  ScanResult,
  useScan,
} from '#src/features/change-requests/views/scan-result.tsx';
import { LinkList } from '#src/features/spaces/link-list.tsx';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

interface BrokenLinksByPageProps {
  organizationId: string;
  path: ChangeRequestPath;
}

/** Broken links on servers that list links per page only. Checked on demand, because it needs many requests. */
export function BrokenLinksByPage({ organizationId, path }: BrokenLinksByPageProps) {
  const search = useScan<BrokenByPage>(
    (onProgress) => findBrokenByPage(path, onProgress, new AbortController().signal),
    'page',
  );
  return (
    <section aria-label="Broken links">
      <p className="mb-2 text-ink-soft">
        This server can’t list all links of a change request. You can check them page by page.
      </p>
      <ScanResult search={search} label="Check for broken links">
        {({ introduced, existing }) => (
          <>
            <p className="mb-2">
              {formatCount(introduced.length, 'link')} broken by this change request,{' '}
              {formatNumber(existing.length)} already broken.
            </p>
            {introduced.length + existing.length > 0 && (
              <LinkList
                links={completeList([...introduced, ...existing])}
                space={{ organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId }}
              />
            )}
          </>
        )}
      </ScanResult>
    </section>
  );
}
