import { classNames } from '#src/lib/class-names.ts';

/** A placeholder for loading text. Give it the size of that text. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block h-3.5', className)} />;
}

/** Placeholder rows as high as the real ones. */
export function SkeletonRows({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-11 items-center gap-3 border-b border-line">
          <Skeleton className="h-6 w-6 rounded-full" />
          <Skeleton className="w-1/4" />
          <Skeleton className="hidden w-1/6 sm:block" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
