import { use, useRef } from 'react';
import { z } from 'zod';
import { zUpdateSiteSectionBody } from '#api/generated/zod.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { setCondition } from '../changes/edit.ts';
import { ConditionContext, conditionField } from '../condition-checks.ts';
import { ConditionField } from '../condition-field.tsx';
import type { Editing } from '../editing.ts';
import { describeItems } from '../labels.ts';

const schema = z.object({ condition: zUpdateSiteSectionBody.shape.condition });

interface ConditionDialogProps {
  editing: Editing;
  ids: readonly string[];
  /** Declined for its errors, to be edited further. */
  declined: string | undefined;
}

/** Sets one condition for several sections and site spaces. */
export function ConditionDialog({ editing, ids, declined }: ConditionDialogProps) {
  const { tree: structure, act, setDialog } = editing;
  const checks = use(ConditionContext);
  const submitted = useRef<string | null>(null);
  const conditions = new Set(
    ids.map((id) => {
      const node = structure.nodes.get(id);
      return node && node.kind !== 'group' ? node.condition : null;
    }),
  );
  const [common = null] = conditions.size === 1 ? conditions : [];

  const close = async () => {
    setDialog(null);
    const condition = submitted.current;
    if (condition === null) return;
    if (condition !== '' && !(await checks.confirmSave(condition)))
      return setDialog({ type: 'condition', ids, declined: condition });
    act(setCondition(structure, ids, condition || null));
  };

  return (
    <FormDialog<{ condition: string }>
      title={`Set condition of ${describeItems(structure, ids)}`}
      description="Replaces their conditions. Leave empty to show them to everyone."
      submitLabel="Set condition"
      size="large"
      schema={schema}
      defaultValues={{ condition: declined ?? common ?? '' }}
      error={null}
      pending={false}
      onSubmit={async ({ condition }) => {
        submitted.current = condition.trim();
      }}
      onClose={() => void close()}
    >
      {({ control, watch, setValue }) => (
        <ConditionField
          condition={watch('condition')}
          ids={ids}
          isReadOnly={false}
          onChange={(condition) => setValue('condition', condition, { shouldDirty: true })}
        >
          {(renderControl) => (
            <TextField control={control} {...conditionField} renderControl={renderControl} />
          )}
        </ConditionField>
      )}
    </FormDialog>
  );
}
