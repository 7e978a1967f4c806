import { Link } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import type { CustomField } from '#api/generated/types.gen.ts';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { formatValue } from './cell-values.ts';
import { typeLabelOf } from './labels.ts';
import type { FieldUse } from './queries.ts';

/** Spaces shown at first, and added each time. */
const pageSize = 100;

interface FieldSpacesProps {
  organizationId: string;
  /** Undefined while loading; null if the server doesn't return it. */
  use: FieldUse | null | undefined;
}

/** Spaces with a value for the field. */
export function FieldSpaces({ organizationId, use }: FieldSpacesProps) {
  const [visibleCount, setVisibleCount] = useState(pageSize);
  if (use === undefined) return <SkeletonRows rows={4} label="Loading spaces with a value" />;
  if (use === null)
    return (
      <Callout>This server can’t list the values of all spaces. Open a space to see its values.</Callout>
    );
  if (use.spaces.length === 0)
    return (
      <EmptyState
        icon={<Table2 />}
        title="No values yet"
        className="rounded-lg border border-line"
        action={
          <Link
            to="/o/$organizationId/custom-fields/matrix"
            params={{ organizationId }}
            className={buttonStyle()}
          >
            Open matrix
          </Link>
        }
      >
        Add values in the matrix or import them from a CSV file.
      </EmptyState>
    );
  return (
    <>
      <ul
        aria-label="Spaces with a value"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line"
      >
        {use.spaces.slice(0, visibleCount).map(({ space, value }) => (
          <li key={space.id}>
            <Link
              to="/o/$organizationId/spaces/$spaceId"
              params={{ organizationId, spaceId: space.id }}
              className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-2 -outline-offset-2 hover:bg-hover"
            >
              <span className="flex min-w-0 items-center gap-2">
                <span aria-hidden="true" className="w-5 shrink-0 text-center">
                  {space.emoji}
                </span>
                <span dir="auto" className="truncate font-medium">
                  {space.title}
                </span>
              </span>
              <span dir="auto" className="truncate max-sm:pl-7 max-sm:text-ink-soft">
                {formatValue(value)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {use.spaces.length > visibleCount && (
        <Button tone="quiet" className="mt-2" onClick={() => setVisibleCount(visibleCount + pageSize)}>
          Show more of {formatCount(use.spaces.length, 'space')}
        </Button>
      )}
    </>
  );
}

interface FieldDetailsProps {
  field: CustomField;
  /** Null while unknown, or if the server doesn't return it. */
  use: FieldUse | null;
}

/** Details of a custom field, with usage counts per option. */
export function FieldDetails({ field, use }: FieldDetailsProps) {
  const { label, description } = typeLabelOf(field.type);
  return (
    <Details>
      <Detail name="Name">
        <code>{field.name}</code>
      </Detail>
      <Detail name="Type" explanation={description}>
        {label}
      </Detail>
      {field.description && (
        <Detail name="Description">
          <span dir="auto">{field.description}</span>
        </Detail>
      )}
      {field.placeholder && (
        <Detail name="Placeholder">
          <span dir="auto">{field.placeholder}</span>
        </Detail>
      )}
      {field.options && (
        <Detail name="Options">
          <ul>
            {field.options.map((option) => (
              <li
                key={option}
                className="flex flex-wrap items-baseline justify-between gap-x-3 not-last:mb-1"
              >
                <span dir="auto">{option}</span>
                {use && (
                  <span className="text-xs text-ink-soft tabular-nums">
                    {formatCount(use.byOption.get(option) ?? 0, 'space')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Detail>
      )}
    </Details>
  );
}
