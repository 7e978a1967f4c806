import { ArrowLeftRight } from 'lucide-react';
import type { ApiSpecVersion } from '#api/generated/types.gen.ts';
import { exactTime } from '#src/lib/times.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';

interface VersionSelectProps {
  /** Newest first. */
  versions: readonly ApiSpecVersion[];
  from: string;
  to: string;
  onChange: (pair: { from: string; to: string }) => void;
}

/** Selects the two versions to compare. */
export function VersionSelect({ versions, from, to, onChange }: VersionSelectProps) {
  const options = versions.map(({ id, createdAt }, index) => ({
    value: id,
    label: `${createdAt ? exactTime(createdAt) : id}${index === 0 ? ' (latest)' : ''}`,
  }));
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <Field label="From" className="w-full sm:w-64">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={from}
            options={options}
            onChange={(id) => onChange({ from: id, to })}
          />
        )}
      </Field>
      <IconButton label="Swap versions" onClick={() => onChange({ from: to, to: from })}>
        <ArrowLeftRight />
      </IconButton>
      <Field label="To" className="w-full sm:w-64">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={to}
            options={options}
            onChange={(id) => onChange({ from, to: id })}
          />
        )}
      </Field>
    </div>
  );
}
