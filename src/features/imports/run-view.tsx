import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { cancelImportMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentImportRun } from '#api/generated/types.gen.ts';
import { invalidate, useApiMutation } from '#src/api/queries.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { describeResult, describeSpace, describeStep } from './labels.ts';
import { PlanForm } from './plan-form.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { importOf, type ImportPath, isAtWork, writtenBy } from './queries.ts';
import { ReportTable } from './report-table.tsx';

/** An import: its progress, what it recognized, its result and its report. */
export function RunView(path: ImportPath) {
  const { data: run } = useSuspenseQuery(importOf(path));
  useInvalidationWhenDone(path.organizationId, run);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {isAtWork(run.state) && <Steps path={path} run={run} />}
      {run.state === 'planned' && (
        <PlanForm path={path} run={run} cancel={<CancelButton path={path}>Discard</CancelButton>} />
      )}
      {run.state === 'planned' && run.recognized?.changes && (
        <Suspense fallback={<SkeletonRows rows={3} label="Loading the changes" />}>
          <PlannedChanges path={path} counts={run.recognized.changes} />
        </Suspense>
      )}
      {run.state === 'failed' && (
        <Callout
          tone="danger"
          urgent
          title="The import failed. Nothing was changed."
          action={<AgainLink {...path} />}
        >
          {run.problem}
        </Callout>
      )}
      {run.state === 'canceled' && (
        <Callout title="The import was canceled. Nothing was changed." action={<AgainLink {...path} />} />
      )}
      {run.state === 'done' && <Result path={path} run={run} />}
      {(run.state === 'done' || run.state === 'planned' || run.state === 'failed') && (
        <ReportTable path={path} run={run} />
      )}
    </div>
  );
}

/** Once the server has written, screens must not show what was there before. */
function useInvalidationWhenDone(organizationId: string, run: ContentImportRun) {
  const queryClient = useQueryClient();
  const stateBefore = useRef(run.state);
  useEffect(() => {
    if (run.state === 'done' && stateBefore.current !== 'done')
      void invalidate(queryClient, ...writtenBy(organizationId, run));
    stateBefore.current = run.state;
  }, [queryClient, organizationId, run]);
}

function AgainLink({ organizationId }: ImportPath) {
  return (
    <Link
      to="/o/$organizationId/imports/new"
      params={{ organizationId }}
      className={buttonStyle('neutral', 'small')}
    >
      New import
    </Link>
  );
}

/** The steps so far, the last one with its progress. */
function Steps({ path, run }: { path: ImportPath; run: ContentImportRun }) {
  const steps = run.steps.map((step) => ({ ...step, ...describeStep(step) }));
  const current = steps.at(-1);
  return (
    <section aria-label="Progress" className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <ol className="flex flex-col gap-1.5">
        {steps.map((step, index) => (
          <li key={step.name} className="flex items-center gap-2">
            {index < steps.length - 1 ? (
              <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-ink" />
            ) : (
              <LoaderCircle
                aria-hidden="true"
                className="size-4 shrink-0 animate-spin text-ink-soft motion-reduce:animate-none"
              />
            )}
            <span className="flex-1">{step.doing}</span>
            <span className="text-ink-soft tabular-nums">{step.progress}</span>
          </li>
        ))}
      </ol>
      {current?.total !== undefined && (
        <Progress label={current.doing} value={current.done} max={current.total} />
      )}
      <p role="status" className="text-ink-soft">
        {run.state === 'waiting'
          ? 'Waiting for other imports.'
          : 'You can leave this screen: the import goes on. Nothing is visible until it is complete.'}
      </p>
      <div>
        <CancelButton path={path}>Cancel import</CancelButton>
      </div>
    </section>
  );
}

function CancelButton({ path, children }: { path: ImportPath; children: ReactNode }) {
  const { organizationId } = path;
  const cancel = useApiMutation(cancelImportMutation(), {
    invalidates: [
      { operation: 'getImport', path: { ...path } },
      { operation: 'listImports', path: { organizationId } },
    ],
    onError: (error) => toastFailure(error),
  });
  return (
    <Button pending={cancel.isPending} onClick={() => cancel.mutate({ path })}>
      {children}
    </Button>
  );
}

/** What the import made, with the next steps. */
function Result({ path, run }: { path: ImportPath; run: ContentImportRun }) {
  const { organizationId } = path;
  const [only, second] = run.spaces;
  return (
    <section aria-label="Result" className="flex flex-col gap-4">
      <Callout
        tone={run.isComplete === true ? 'success' : 'warning'}
        urgent
        title={`Imported ${formatCount(run.importedResources ?? 0, 'page or file', 'pages and files')}`}
      >
        {describeResult(run)}
      </Callout>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {run.spaces.map((space) => (
          <li key={space.space} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1">
              <Link {...linkTo(organizationId, space)} className="link font-medium wrap-anywhere">
                {space.title}
              </Link>
              <span className="block text-xs text-ink-soft">{describeSpace(space)}</span>
            </span>
            <Link {...linkTo(organizationId, space)} className={buttonStyle('neutral', 'small')}>
              {space.changeRequest === undefined ? 'View pages' : 'Review changes'}
            </Link>
          </li>
        ))}
      </ul>
      {run.site?.site !== undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton
            tone="primary"
            link={linkOptions({
              to: '/o/$organizationId/sites/$siteId',
              params: { organizationId, siteId: run.site.site },
            })}
          >
            Open the site “{run.site.title}”
          </LinkButton>
        </div>
      )}
      {run.site && run.site.site === undefined && (
        <Callout tone="warning" title={`The site “${run.site.title}” was not made`}>
          {run.site.reason}
        </Callout>
      )}
      {run.site === undefined && only && !second && only.changeRequest === undefined && (
        <div>
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/sites/new',
              params: { organizationId },
              search: { space: only.space, next: 'appearance' },
            })}
          >
            Publish as a site…
          </LinkButton>
        </div>
      )}
    </section>
  );
}

/** Where an imported space is looked at: its change request, else its pages. */
function linkTo(
  organizationId: string,
  { space: spaceId, changeRequest }: ContentImportRun['spaces'][number],
): LinkProps {
  return changeRequest === undefined
    ? linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages', params: { organizationId, spaceId } })
    : linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params: { organizationId, spaceId, changeRequest },
      });
}
