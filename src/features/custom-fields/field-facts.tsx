import type { ReactNode } from 'react';
import type { CustomField } from '#api/generated/types.gen.ts';
import { countOf } from '#src/lib/counts.ts';
import type { FieldUse } from './field-use.ts';
import { wordsOfType } from './field-words.ts';

interface FieldFactsProps {
  field: CustomField;
  /** Null while it is not known, or where the server cannot tell. */
  use: FieldUse | null;
}

/** What a custom field is, and which options it offers with how often each is chosen. */
export function FieldFacts({ field, use }: FieldFactsProps) {
  const { label, rule } = wordsOfType(field.type);
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Fact name="Name">
        <code>{field.name}</code>
      </Fact>
      <Fact name="Type">
        {label}
        <span className="block text-xs text-ink-soft">{rule}</span>
      </Fact>
      {field.description && (
        <Fact name="Description">
          <span dir="auto">{field.description}</span>
        </Fact>
      )}
      {field.placeholder && (
        <Fact name="Placeholder">
          <span dir="auto">{field.placeholder}</span>
        </Fact>
      )}
      {field.options && (
        <Fact name="Options">
          <ul className="divide-y divide-line rounded-md border border-line">
            {field.options.map((option) => (
              <li key={option} className="flex gap-3 px-3 py-1.5">
                <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                  {option}
                </span>
                {use && (
                  <span className="text-ink-soft tabular-nums">
                    {countOf(use.byOption.get(option) ?? 0, 'space')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
