import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { countOf } from '#src/lib/counts.ts';
import { fieldTitle } from './field-words.ts';
import { countCells, type Pasted, planPaste } from './matrix-paste.ts';
import { usePlannedValues } from './use-planned-values.ts';
import type { SpaceChange } from './value-changes.ts';

interface PasteDialogProps {
  organizationId: string;
  pasted: Pasted;
  rows: readonly SpaceFieldValues[];
  fields: readonly CustomField[];
  onClose: () => void;
}

/** What pasted cells would change, before they do. */
export function PasteDialog({ organizationId, pasted, rows, fields, onClose }: PasteDialogProps) {
  const carryingOut = usePlannedValues(organizationId, 'Pasted');
  const field = fields[pasted.at.col - 1];
  const row = rows[pasted.at.row];
  const place = field && row ? `Starting at ${fieldTitle(field)} of ${row.space.title}. ` : '';
  return (
    <BulkDialog<SpaceChange>
      title={`Paste ${countOf(countCells(pasted), 'cell')}`}
      description={`${place}Empty cells clear values.`}
      noun="space"
      verb="Update values of"
      planKey={[organizationId, pasted]}
      makePlan={() => Promise.resolve(planPaste(pasted, rows, fields))}
      {...carryingOut}
      onClose={onClose}
    />
  );
}
