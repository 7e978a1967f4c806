import { useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field, type FieldControl } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Select } from '#src/ui/form/select.tsx';
import type { Segment } from '../audience.ts';
import { type ClaimValue, isClaimValue, MAX_CLAIM_VALUE } from '../claim-value.ts';
import type { Claim } from '../claims.ts';

interface ClaimsDialogProps {
  claims: readonly Claim[];
  values: Segment['values'];
  onShow: (values: Segment['values']) => void;
  onClose: () => void;
}

/** Claims of a visitor for the preview of a site, without a name. */
export function ClaimsDialog({ claims, values, onShow, onClose }: ClaimsDialogProps) {
  const selectedValues = useRef<Segment['values'] | null>(null);
  return (
    <FormDialog<Segment>
      title="Claims of the visitor"
      description="The preview shows the site as a visitor with these claims sees it."
      submitLabel="Show"
      schema={z.object({})}
      defaultValues={{ name: '', values }}
      error={null}
      pending={false}
      onSubmit={async (segment) => {
        selectedValues.current = segment.values;
      }}
      onClose={() => {
        if (selectedValues.current) onShow(selectedValues.current);
        onClose();
      }}
    >
      {({ control }) => <ClaimStatesField control={control} claims={claims} />}
    </FormDialog>
  );
}

interface SegmentDialogProps {
  claims: readonly Claim[];
  /** The segment to edit; undefined to create one. */
  segment?: Segment;
  /** Names of the other segments. */
  taken: readonly string[];
  onSave: (segment: Segment) => void;
  onRemove?: () => void;
  onClose: () => void;
}

/** Creates or edits a segment, stored in this browser. */
export function SegmentDialog({ claims, segment, taken, onSave, onRemove, onClose }: SegmentDialogProps) {
  const savedSegment = useRef<Segment | null>(null);
  const schema = z.object({
    name: z
      .string()
      .max(60)
      .refine((name) => !taken.includes(name.trim()), 'A segment with this name already exists.'),
  });
  return (
    <FormDialog<Segment>
      title={segment ? `Edit segment “${segment.name}”` : 'New segment'}
      description="Saved in this browser. Only you can see it."
      submitLabel="Save segment"
      schema={schema}
      defaultValues={segment ?? { name: '', values: {} }}
      error={null}
      pending={false}
      onSubmit={async ({ name, values }) => {
        savedSegment.current = { name: name.trim(), values };
      }}
      onClose={() => {
        if (savedSegment.current) onSave(savedSegment.current);
        onClose();
      }}
    >
      {({ control, formState: { isDirty } }) => (
        <>
          <TextField control={control} name="name" label="Name" limit={60} />
          <ClaimStatesField control={control} claims={claims} />
          {onRemove && !isDirty && (
            <Button
              tone="quiet-danger"
              className="self-start"
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              Remove
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** A value as the select has it; the empty text for none. */
const optionOf = (value: ClaimValue) => JSON.stringify(value);

const booleans = [
  { value: optionOf(true), label: 'True' },
  { value: optionOf(false), label: 'False' },
];

interface ClaimStatesFieldProps {
  control: Control<Segment, unknown, Segment>;
  claims: readonly Claim[];
}

/** One form field for all claims, because claim names contain dots. */
function ClaimStatesField({ control, claims }: ClaimStatesFieldProps) {
  const { field } = useController({ control, name: 'values' });
  const values: Segment['values'] = field.value;
  const choose = (claim: string, value: ClaimValue | undefined) => {
    const { [claim]: _before, ...others } = values;
    field.onChange(value === undefined ? others : { ...others, [claim]: value });
  };
  if (claims.length === 0) return <p className="text-ink-soft">This site has no claims yet.</p>;
  return claims.map((claim) => (
    <Field key={claim.name} label={<code className="font-mono">{claim.name}</code>} hint={claim.description}>
      {(attributes) => (
        <ClaimValueControl
          attributes={attributes}
          claim={claim}
          value={values[claim.name]}
          onChange={(value) => choose(claim.name, value)}
        />
      )}
    </Field>
  ));
}

interface ClaimValueControlProps {
  attributes: FieldControl;
  claim: Claim;
  /** Undefined for an unset claim. */
  value: ClaimValue | undefined;
  onChange: (value: ClaimValue | undefined) => void;
}

/** The listed values of a claim, a text, a number, or whether it is true. */
function ClaimValueControl({ attributes, claim, value, onChange }: ClaimValueControlProps) {
  const { type, values } = claim;
  if (!values && (type === 'string' || type === 'number' || type === 'integer'))
    return (
      <Input
        {...attributes}
        type={type === 'string' ? 'text' : 'number'}
        maxLength={MAX_CLAIM_VALUE}
        placeholder="Unset"
        value={value === undefined ? '' : String(value)}
        onChange={({ target: { value: text } }) =>
          onChange(text === '' ? undefined : type === 'string' ? text : Number(text))
        }
      />
    );
  const options = values?.map((each) => ({ value: optionOf(each), label: String(each) })) ?? booleans;
  // A value that the claim had before keeps its place.
  const isListed = value === undefined || options.some((option) => option.value === optionOf(value));
  return (
    <Select
      {...attributes}
      options={[
        { value: '', label: 'Unset' },
        ...options,
        ...(isListed ? [] : [{ value: optionOf(value), label: String(value) }]),
      ]}
      value={value === undefined ? '' : optionOf(value)}
      onChange={(option) => onChange(option === '' ? undefined : parseOption(option))}
    />
  );
}

function parseOption(option: string): ClaimValue | undefined {
  const value: unknown = JSON.parse(option);
  return isClaimValue(value) ? value : undefined;
}
