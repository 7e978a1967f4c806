import { useDeferredValue, useState } from 'react';
import type { CustomField } from '#api/generated/types.gen.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { ImportNotices, ignoredColumnsReason } from '#src/components/bulk/plan-view.tsx';
import { TextFileInput } from '#src/components/form/text-file-input.tsx';
import { useApplyValueChanges } from '#src/features/custom-fields/matrix/use-planned-values.ts';
import { fetchAllValues } from '#src/features/custom-fields/queries.ts';
import type { SpaceChange } from '#src/features/custom-fields/value-changes.ts';
import { parseTable } from '#src/lib/text/csv.ts';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { allowedHeadings, isRead, planImport, parseHeader, withHeadings } from './matrix-file.ts';

interface ImportDialogProps {
  organizationId: string;
  fields: readonly CustomField[];
  onClose: () => void;
}

/** Imports values from CSV: shows the changes, then applies them a few spaces at a time. */
// oxlint-disable-next-line max-lines-per-function -- one form, whose errors depend on each of its fields
export function ImportDialog({ organizationId, fields, onClose }: ImportDialogProps) {
  const [rawText, setRawText] = useState('');
  const [blanksClear, setBlanksClear] = useState(false);
  const text = useDeferredValue(rawText);
  const choice = useHeadingChoice(text);
  const table = withHeadings(parseTable(text), choice.headings);
  const headings = parseHeader(table, fields);
  const error =
    text.trim() === ''
      ? null
      : (headings.error ?? (table.lines.length === 0 ? 'There are no rows below the header.' : null));
  const ignored = headings.ignored.map(({ number, heading }) => `${number} ${heading}`).join();
  // A different set of ignored columns must be confirmed again.
  const [accepted, setAccepted] = useState('');
  const isBlocked = error === null && ignored !== '' && accepted !== ignored;
  const execution = useApplyValueChanges(organizationId, 'Imported');

  return (
    <BulkDialog<SpaceChange>
      title="Import custom field values"
      description="One row per space with its ID or title, one column per field. Exported files have this format. You see all changes before they are applied."
      noun="space"
      verb="Update values of"
      planKey={[organizationId, text, blanksClear, ...choice.headings]}
      createPlan={async (signal, onProgress) => {
        if (table.lines.length === 0 || headings.error !== null) return [];
        const all = await fetchAllValues(organizationId, signal, onProgress);
        return planImport(table, { all, fields, blanksClear });
      }}
      {...execution}
      disabledReason={isBlocked && ignoredColumnsReason}
      onClose={onClose}
    >
      <Field label="CSV file">
        {(control) => <TextFileInput {...control} accept=".csv,.tsv,.txt,text/csv" onRead={setRawText} />}
      </Field>
      <Field label="Text" optional hint="Or paste cells from a spreadsheet.">
        {(control) => (
          <Textarea
            {...control}
            value={rawText}
            spellCheck={false}
            placeholder={`space,${fields[0]?.name ?? 'owner'}`}
            className="max-h-40 font-mono text-xs"
            onChange={({ target }) => setRawText(target.value)}
          />
        )}
      </Field>
      <LabelledCheckbox
        label="Empty cells clear values"
        hint="Otherwise empty cells are ignored."
        checked={blanksClear}
        onChange={({ target }) => setBlanksClear(target.checked)}
      />
      {error !== null && (
        <Callout tone="danger" urgent>
          {error}
        </Callout>
      )}
      {(error === null || headings.ignored.some(({ suggestion }) => suggestion !== null)) && (
        <ImportNotices
          ignored={headings.ignored}
          known={allowedHeadings(fields)}
          emptyLines={table.emptyLines}
          accepted={accepted === ignored}
          onAccept={(isAccepted) => setAccepted(isAccepted ? ignored : '')}
          readAs={({ number, suggestion }) =>
            suggestion === null || isRead(headings, suggestion)
              ? undefined
              : () => choice.use(suggestion, number - 1)
          }
        />
      )}
    </BulkDialog>
  );
}

/** The headings that columns are read under, as long as the first line stays. */
function useHeadingChoice(text: string) {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const [choice, setChoice] = useState<{ line: string; headings: ReadonlyMap<number, string> }>();
  const headings = choice?.line === line ? choice.headings : noHeadings;
  return {
    headings,
    use: (heading: string, index: number) =>
      setChoice({ line, headings: new Map([...headings, [index, heading]]) }),
  };
}

const noHeadings: ReadonlyMap<number, string> = new Map();
