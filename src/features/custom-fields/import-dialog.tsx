import { useDeferredValue, useState } from 'react';
import type { CustomField } from '#src/api/generated/types.gen.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { TextFileInput } from '#src/components/form/text-file-input.tsx';
import { countOf } from '#src/lib/counts.ts';
import { readCsv } from '#src/lib/csv.ts';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/input.tsx';
import { gatherValues } from './field-use.ts';
import { planImport, readHeadings } from './matrix-file.ts';
import { usePlannedValues } from './use-planned-values.ts';
import type { SpaceChange } from './value-changes.ts';

interface ImportDialogProps {
  organizationId: string;
  fields: readonly CustomField[];
  onClose: () => void;
}

/** Writes values from a CSV file: what it would change is listed, then done a few spaces at a time. */
export function ImportDialog({ organizationId, fields, onClose }: ImportDialogProps) {
  const [typed, setText] = useState('');
  const [blanksClear, setBlanksClear] = useState(false);
  const text = useDeferredValue(typed);
  const rows = readCsv(text);
  const headings = readHeadings(rows[0] ?? [], fields);
  const problem =
    rows.length === 0
      ? null
      : (headings.problem ?? (rows.length === 1 ? 'There is no line below the headings.' : null));
  const carryingOut = usePlannedValues(organizationId, 'Imported');

  return (
    <BulkDialog<SpaceChange>
      title="Import custom-field values"
      description="One line for each space: its id or title, and a column for each field, named like the field. An exported file has this form. What would change is listed before anything is sent."
      noun="space"
      verb="Change values of"
      planKey={[organizationId, text, blanksClear]}
      makePlan={async (signal, onProgress) => {
        if (rows.length < 2 || headings.problem !== null) return [];
        const all = await gatherValues(organizationId, signal, onProgress);
        return planImport(rows, { all, fields, blanksClear });
      }}
      {...carryingOut}
      onClose={onClose}
    >
      <Field label="CSV file">
        {(control) => <TextFileInput {...control} accept=".csv,.tsv,.txt,text/csv" onRead={setText} />}
      </Field>
      <Field label="Text" optional hint="Or paste cells from a spreadsheet.">
        {(control) => (
          <Textarea
            {...control}
            value={typed}
            spellCheck={false}
            placeholder={`space,${fields[0]?.name ?? 'owner'}`}
            className="max-h-40 font-mono text-xs"
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <LabelledCheckbox
        label="Empty cells clear values"
        hint="Otherwise they change nothing."
        checked={blanksClear}
        onChange={({ target }) => setBlanksClear(target.checked)}
      />
      {problem !== null && (
        <Callout tone="danger" urgent>
          {problem}
        </Callout>
      )}
      {headings.problem === null && headings.unknown.length > 0 && (
        <Callout tone="warning">
          {countOf(headings.unknown.length, 'column')} without a field of that name:{' '}
          {headings.unknown.join(', ')}.
        </Callout>
      )}
    </BulkDialog>
  );
}
