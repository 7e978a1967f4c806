import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { Blocks, FileText, Paperclip, Variable } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import type { ChangedPage, ChangedVariable, ChangeRequest, ContentChange } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { onNearViewport } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { countChanges, describeChange } from '../change-labels.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { changesOf } from '../views/sides.ts';
import { changePreviewLimit } from '../views/viewed.ts';

/** How many pages are shown with text; the others by name. */
const previewCount = 10;

interface ChangedPagesProps {
  organizationId: string;
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
  /** False while the user moves quickly through a list: then nothing is fetched, and no text is shown. */
  enabled: boolean;
}

/** Changed pages with the first lines of their differences, and changed files; [ and ] move between them. */
export function ChangedPages({ organizationId, path, changeRequest, enabled }: ChangedPagesProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = useQuery({ ...changesOf(path, changePreviewLimit), enabled });
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
  return (
    <section aria-label="Changes">
      <h2 className="mb-2 font-medium max-lg:sr-only">
        Changes
        {data && <span className="ml-2 font-normal text-ink-soft tabular-nums">{countChanges(data)}</span>}
      </h2>
      {error && (
        <p className="flex items-center gap-2 text-ink-soft">
          {errorMessage(error)}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !error && <SkeletonRows rows={3} label="Loading changes" />}
      {data?.changes.length === 0 && <p className="text-ink-soft">No changes yet.</p>}
      <ul ref={list} className="changed-pages">
        {data?.changes.map((change, index) => (
          <ChangedItem
            key={`${change.type} ${change.page?.id ?? change.file?.id ?? change.reusableContent?.id ?? index}`}
            change={change}
            link={linkTo(params, change)}
          >
            {change.page && change.type !== 'page_moved' && index < previewCount && (
              <PagePreview
                path={path}
                revision={changeRequest.revision}
                change={change.type}
                page={change.page}
                enabled={enabled}
              />
            )}
          </ChangedItem>
        ))}
      </ul>
      {data?.more && (
        <p className="mt-2 text-xs text-ink-soft">
          Only the first {formatCount(data.changes.length, 'change')} are listed.
        </p>
      )}
    </section>
  );
}

/** Where a change is shown; undefined for those that are shown here only. */
function linkTo(
  params: { organizationId: string; spaceId: string; changeRequest: string },
  { page, file, reusableContent }: ContentChange,
): LinkProps | undefined {
  if (page)
    return linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
      params: { ...params, pageId: page.id },
    });
  if (reusableContent)
    return linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId',
      params: { ...params, contentId: reusableContent.id },
    });
  return file
    ? linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files', params })
    : undefined;
}

interface ChangedItemProps {
  change: ContentChange;
  /** The page that shows its diff; undefined for a kind of change that has none here. */
  link: LinkProps | undefined;
  /** The first lines of its differences. */
  children: ReactNode;
}

function ChangedItem({ change, link, children }: ChangedItemProps) {
  const { page, reusableContent, variables = [] } = change;
  const { title, name, tone } = describeChange(change);
  const Icon = page ? FileText : reusableContent ? Blocks : variables.length > 0 ? Variable : Paperclip;
  const previous = page?.previousTitle ?? page?.previousPath ?? reusableContent?.previousTitle;
  const line = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 truncate font-medium">
        <bdi>{title}</bdi>
        {previous && <span className="font-normal text-ink-soft"> (was {previous})</span>}
      </span>
      <Badge tone={tone}>{name}</Badge>
    </>
  );
  return (
    <li>
      {link ? (
        <Link {...link} data-change="" className="changed-page-title">
          {line}
        </Link>
      ) : (
        <div className="changed-page-title">{line}</div>
      )}
      {variables.length > 0 && <ChangedVariables variables={variables} />}
      {children}
    </li>
  );
}

/** The values before and after. */
function ChangedVariables({ variables }: { variables: readonly ChangedVariable[] }) {
  return (
    <dl className="grid grid-cols-terms gap-x-3 gap-y-1 px-3 py-2">
      {variables.map(({ name, value, previousValue }) => (
        <Fragment key={name}>
          <dt className="font-mono text-xs">{name}</dt>
          <dd className="difference min-w-0 wrap-anywhere">
            {previousValue !== undefined && <del dir="auto">{previousValue}</del>}{' '}
            {value !== undefined && <ins dir="auto">{value}</ins>}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface PagePreviewProps {
  path: ChangeRequestPath;
  revision: string;
  change: ContentChange['type'];
  page: ChangedPage;
  enabled: boolean;
}

/** The first changed blocks of a page; fetched once it comes near the window. */
function PagePreview({ page, enabled, ...rest }: PagePreviewProps) {
  const [isNear, setNear] = useState(false);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const watchHeight = useCallback((text: HTMLElement | null) => {
    if (!text) return undefined;
    const observer = new ResizeObserver(() =>
      setCut(text.offsetHeight > (text.parentElement?.clientHeight ?? Infinity)),
    );
    observer.observe(text);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={isNear ? undefined : onNearViewport(() => setNear(true), { margin: 200 })}
      className="changed-page-text"
      data-open={isOpen || undefined}
    >
      <div ref={watchHeight}>
        <Suspense fallback={<PreviewSkeleton isLoading />}>
          {isNear && enabled ? <PageText pageId={page.id} {...rest} /> : <PreviewSkeleton />}
        </Suspense>
      </div>
      {(isCut || isOpen) && (
        <div className="changed-page-more">
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Show less' : 'Show all'} of ${page.title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        </div>
      )}
    </div>
  );
}

const PageText = lazyPart(async () => ({ default: (await import('../views/page-preview.tsx')).PageText }));

function PreviewSkeleton({ isLoading = false }) {
  return (
    <div aria-busy={isLoading || undefined} className="space-y-2 p-3">
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
