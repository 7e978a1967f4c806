import { classNames } from '#src/lib/class-names.ts';

/** A grey bar where a text will stand. Give it the width and height of that text. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block h-3.5', className)} />;
}

/** Rows of a list that are on their way, each as high as the real ones. */
export function SkeletonRows({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-11 items-center gap-3 border-b border-line">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="w-1/4" />
          <Skeleton className="hidden w-1/6 sm:block" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
