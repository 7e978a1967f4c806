import { Link } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { formatValue } from './cell-values.ts';
import type { FieldUse } from './field-use.ts';

/** Spaces shown at first, and added each time. */
const pageSize = 100;

interface FieldSpacesProps {
  organizationId: string;
  /** Undefined while loading; null if the server can't tell. */
  use: FieldUse | null | undefined;
}

/** Spaces with a value for the field. */
export function FieldSpaces({ organizationId, use }: FieldSpacesProps) {
  const [visibleCount, setMost] = useState(pageSize);
  if (use === undefined) return <SkeletonRows rows={4} label="Loading spaces with a value" />;
  if (use === null)
    return (
      <Callout>This server can’t list the values of all spaces. Open a space to see its values.</Callout>
    );
  if (use.spaces.length === 0)
    return (
      <EmptyState icon={<Table2 />} title="No values yet" className="rounded-lg border border-line">
        Add values in the matrix or import them from a CSV file.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Spaces with a value" className="divide-y divide-line rounded-lg border border-line">
        {use.spaces.slice(0, visibleCount).map(({ space, value }) => (
          <li key={space.id} className="flex items-center gap-3 px-4 py-2">
            <span aria-hidden="true" className="w-5 shrink-0 text-center">
              {space.emoji}
            </span>
            <Link
              to="/o/$organizationId/spaces/$spaceId"
              params={{ organizationId, spaceId: space.id }}
              dir="auto"
              className="link min-w-0 flex-1 truncate"
            >
              {space.title}
            </Link>
            <span dir="auto" className="max-w-[50%] truncate">
              {formatValue(value)}
            </span>
          </li>
        ))}
      </ul>
      {use.spaces.length > visibleCount && (
        <Button tone="quiet" className="mt-2" onClick={() => setMost(visibleCount + pageSize)}>
          Show more of {formatCount(use.spaces.length, 'space')}
        </Button>
      )}
    </>
  );
}
