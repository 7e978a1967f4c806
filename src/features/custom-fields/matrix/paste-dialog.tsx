import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { fieldTitle } from '#src/features/custom-fields/labels.ts';
import { useApplyValueChanges } from '#src/features/custom-fields/matrix/use-planned-values.ts';
import type { SpaceChange } from '#src/features/custom-fields/value-changes.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { countCells, type PastedCells, planPaste } from './matrix-file.ts';

interface PasteDialogProps {
  organizationId: string;
  pasted: PastedCells;
  rows: readonly SpaceFieldValues[];
  fields: readonly CustomField[];
  onClose: () => void;
}

/** Shows the changes of a paste before they are applied. */
export function PasteDialog({ organizationId, pasted, rows, fields, onClose }: PasteDialogProps) {
  const execution = useApplyValueChanges(organizationId, 'Pasted');
  const field = fields[pasted.start.col - 1];
  const row = rows[pasted.start.row];
  const startText = field && row ? `Starting at ${fieldTitle(field)} of ${row.space.title}. ` : '';
  return (
    <BulkDialog<SpaceChange>
      title={`Paste ${formatCount(countCells(pasted), 'cell')}`}
      description={`${startText}Empty cells clear values.`}
      noun="space"
      verb="Update values of"
      planKey={[organizationId, pasted]}
      createPlan={() => Promise.resolve(planPaste(pasted, rows, fields))}
      {...execution}
      onClose={onClose}
    />
  );
}
