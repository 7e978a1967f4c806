import type { ReactNode } from 'react';
import type { CustomField } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import type { FieldUse } from './field-use.ts';
import { typeLabelOf } from './field-labels.ts';

interface FieldDetailsProps {
  field: CustomField;
  /** Null while unknown, or if the server can't tell. */
  use: FieldUse | null;
}

/** Details of a custom field, with usage counts per option. */
export function FieldDetails({ field, use }: FieldDetailsProps) {
  const { label, description } = typeLabelOf(field.type);
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <DetailItem name="Name">
        <code>{field.name}</code>
      </DetailItem>
      <DetailItem name="Type">
        {label}
        <span className="block text-xs text-ink-soft">{description}</span>
      </DetailItem>
      {field.description && (
        <DetailItem name="Description">
          <span dir="auto">{field.description}</span>
        </DetailItem>
      )}
      {field.placeholder && (
        <DetailItem name="Placeholder">
          <span dir="auto">{field.placeholder}</span>
        </DetailItem>
      )}
      {field.options && (
        <DetailItem name="Options">
          <ul className="divide-y divide-line rounded-md border border-line">
            {field.options.map((option) => (
              <li key={option} className="flex gap-3 px-3 py-1.5">
                <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                  {option}
                </span>
                {use && (
                  <span className="text-ink-soft tabular-nums">
                    {formatCount(use.byOption.get(option) ?? 0, 'space')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </DetailItem>
      )}
    </dl>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
