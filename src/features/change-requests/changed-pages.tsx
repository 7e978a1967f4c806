import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { FileText, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { ChangeRequestPath } from './change-request-labels.ts';
import { changesOf } from './views/sides.ts';
import { changePreviewLimit } from './views/use-unviewed-pages.ts';

const changeTypeLabels: Record<string, { name: string; tone: Tone }> = {
  page_created: { name: 'Added', tone: 'success' },
  page_edited: { name: 'Edited', tone: 'warning' },
  page_moved: { name: 'Moved', tone: 'info' },
  page_deleted: { name: 'Deleted', tone: 'danger' },
  file_created: { name: 'Added', tone: 'success' },
  file_edited: { name: 'Replaced', tone: 'warning' },
  file_deleted: { name: 'Deleted', tone: 'danger' },
};

interface ChangedPagesProps {
  organizationId: string;
  path: ChangeRequestPath;
  enabled: boolean;
}

/** Changed pages and files, one per line; [ and ] move between them. */
export function ChangedPages({ organizationId, path, enabled }: ChangedPagesProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data, error } = useQuery({ ...changesOf(path, changePreviewLimit), enabled, retry: false });
  const step = (by: number) => {
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    const at = lines.findIndex((line) => line === document.activeElement);
    lines[
      at < 0 ? (by > 0 ? 0 : lines.length - 1) : Math.min(Math.max(at + by, 0), lines.length - 1)
    ]?.focus();
  };
  useShortcuts([
    { keys: ']', label: 'Next change', group: 'List', run: () => step(1) },
    { keys: '[', label: 'Previous change', group: 'List', run: () => step(-1) },
  ]);
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const linkTo = ({ page }: ContentChange) =>
    page
      ? linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
          params: { ...params, pageId: page.id },
        })
      : linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files', params });
  return (
    <section aria-label="Changes" className="rounded-lg border border-line">
      <h2 className="border-b border-line px-4 py-2.5 font-medium">
        Changes
        {data && (
          <span className="ml-2 font-normal text-ink-soft tabular-nums">
            {data.more ? `${changePreviewLimit}+` : data.changes.length}
          </span>
        )}
      </h2>
      {error && <p className="p-4 text-ink-soft">{errorMessage(error)}</p>}
      {!data && !error && (
        <div className="px-4">
          <SkeletonRows rows={3} label="Loading changes" />
        </div>
      )}
      {data?.changes.length === 0 && <p className="p-4 text-ink-soft">No changes yet.</p>}
      <ul ref={list} className="divide-y divide-line">
        {data?.changes.map((change) => (
          <ChangeLine
            key={`${change.type} ${change.page?.id ?? change.file?.id}`}
            change={change}
            link={linkTo(change)}
          />
        ))}
      </ul>
      {data?.more && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
          Only the first {formatCount(changePreviewLimit, 'change')} are listed.
        </p>
      )}
    </section>
  );
}

interface ChangeLineProps {
  change: ContentChange;
  /** The page that shows its diff. */
  link: LinkProps;
}

function ChangeLine({ change: { type, page, file }, link }: ChangeLineProps) {
  const { name, tone } = changeTypeLabels[type] ?? { name: type, tone: 'neutral' };
  const Icon = page ? FileText : Paperclip;
  const previous = page?.previousTitle ?? page?.previousPath;
  return (
    <li>
      <Link
        {...link}
        data-change=""
        className="flex min-h-9 items-center gap-2.5 px-4 py-1.5 -outline-offset-2 hover:bg-hover"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1 truncate">
          <bdi>{page?.title ?? file?.name}</bdi>
          {previous && <span className="text-ink-soft"> (was {previous})</span>}
        </span>
        <Badge tone={tone}>{name}</Badge>
      </Link>
    </li>
  );
}
