import { Skeleton } from '#src/ui/skeleton.tsx';

/** A field with its label, or also a hint; a check box with its hint. */
export type FieldSkeleton = 'field' | 'hint' | 'checkbox';

/** An inline form while it is loading, its fields as high as theirs. Below it stands only what loads with it. */
export function FormSkeleton({ fields }: { fields: readonly FieldSkeleton[] }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {fields.map((field, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- fields don't move
        <div key={index} className="flex flex-col gap-1.5">
          {field === 'checkbox' ? (
            <Line className="h-9 w-40" />
          ) : (
            <>
              <Line className="h-5 w-24" />
              <Skeleton className="h-8 pointer-coarse:h-10" />
              {field === 'hint' && <Line className="h-4 w-64" />}
            </>
          )}
        </div>
      ))}
      <div className="form-actions">
        <Skeleton className="h-8 w-28 pointer-coarse:h-10" />
      </div>
    </div>
  );
}

/** A line of text of this height. */
function Line({ className }: { className: string }) {
  return (
    <span className={`flex items-center ${className}`}>
      <Skeleton className="flex-1" />
    </span>
  );
}
