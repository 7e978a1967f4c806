import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '#src/components/form/fields.tsx';
import { type LevelContext, levelChoices, levelOfKey, levelLabels } from '#src/domain/roles/level-labels.ts';

interface LevelFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  /** The field holds a `LevelKey`. */
  name: FieldPath<Values>;
  levelContext: LevelContext;
  /** The result of inheriting; shown with that option. */
  inheritedHint?: string;
}

/** Selects the default access level, with descriptions. */
export function LevelField<Values extends FieldValues>(props: LevelFieldProps<Values>) {
  const { control, name, levelContext, inheritedHint } = props;
  const level = useWatch({ control, name });
  const { description } = levelLabels(levelOfKey(String(level)), levelContext);
  const labels = levelChoices(String(level)).map((key) => ({
    key,
    ...levelLabels(levelOfKey(key), levelContext),
  }));
  return (
    <div>
      <SelectField
        control={control}
        name={name}
        label="Default access"
        hint={[description, level === 'inherit' && inheritedHint].filter(Boolean).join(' ')}
        options={labels.map(({ key, name: label }) => ({ value: key, label }))}
      />
      <details className="mt-1.5 text-xs text-ink-soft">
        <summary className="w-fit cursor-pointer rounded-sm">About access levels</summary>
        <dl className="mt-1.5 grid gap-x-4 gap-y-1 sm:grid-cols-terms">
          {labels.map(({ key, name: label, description }) => (
            <div key={key} className="contents">
              <dt className="font-medium text-ink">{label}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1.5">
          Direct and team access overrides the default. Organization administrators have full access.
        </p>
      </details>
    </div>
  );
}
