import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field, type FieldControl } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { describeValues, type Segment } from '../audience.ts';
import { type ClaimValue, isClaimValue, MAX_CLAIM_VALUE } from '../claim-value.ts';
import { type Claim, signedOnly, type SitePath } from '../claims.ts';
import { useSegmentChanges } from './segment-changes.ts';
import { segmentsFrom, segmentsOptions, type SiteSegments } from './segments.ts';

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
  path: SitePath;
  claims: readonly Claim[];
  /** All segments of the site, and where they are kept. */
  site: SiteSegments;
  /** The segment to edit; undefined to create one. */
  segment?: Segment;
  onClose: () => void;
}

/** Creates or edits a segment. */
export function SegmentDialog({ path, claims, site, segment, onClose }: SegmentDialogProps) {
  const queryClient = useQueryClient();
  const { saveSegment, error, isPending } = useSegmentChanges(path, claims, site);
  const otherNames = site.segments.filter((other) => other !== segment).map(({ name }) => name);
  const schema = z.object({
    name: z
      .string()
      .max(60)
      .refine((name) => !otherNames.includes(name.trim()), 'A segment with this name already exists.'),
  });
  const fetchCurrent = async (): Promise<Segment> => {
    const stored = await fetchFresh(queryClient, segmentsOptions(path));
    const now = stored && segmentsFrom(stored, claims).find(({ name }) => name === segment?.name);
    return now ?? segment ?? emptySegment;
  };
  const isShared = site.place === 'site';
  return (
    <FormDialog<Segment>
      title={segment ? `Edit segment “${segment.name}”` : 'New segment'}
      description={
        isShared
          ? 'Everyone in your organization who opens this site can use it.'
          : 'Saved in this browser. Only you can see it.'
      }
      submitLabel="Save segment"
      schema={schema}
      defaultValues={segment ?? emptySegment}
      error={error}
      pending={isPending}
      {...(segment &&
        isShared && {
          guard: {
            labels: { name: 'Name', values: 'Claims' },
            formatters: { values: ({ values }) => describeValues(values) },
            fetchCurrent,
          },
        })}
      onSubmit={({ name, values }) => saveSegment(segment ?? null, { name: name.trim(), values })}
      onClose={onClose}
    >
      {({ control, formState: { isDirty } }) => (
        <>
          <TextField control={control} name="name" label="Name" limit={60} />
          <ClaimStatesField control={control} claims={claims} />
          {segment && !isDirty && (
            <Button
              tone="quiet-danger"
              className="self-start"
              disabled={isPending}
              onClick={() => void saveSegment(segment, null).then(onClose, () => undefined)}
            >
              Remove
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

const emptySegment: Segment = { name: '', values: {} };

/** A value as the select has it; the empty text for none. */
const optionOf = (value: ClaimValue) => JSON.stringify(value);

const booleans = new Map<ClaimValue, string>([
  [true, 'True'],
  [false, 'False'],
]);

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
    <Field key={claim.name} label={<code className="font-mono">{claim.name}</code>} hint={hintOf(claim)}>
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

/** What a claim means, and where its texts and numbers come from. */
const hintOf = ({ description, compared }: Claim) =>
  [description, compared && signedOnly].filter(Boolean).join(' ');

interface ClaimValueControlProps {
  attributes: FieldControl;
  claim: Claim;
  /** Undefined for an unset claim. */
  value: ClaimValue | undefined;
  onChange: (value: ClaimValue | undefined) => void;
}

/** The option that leads to a text or number that is not listed. */
const OTHER = 'other';

/** The listed values of a claim, a text, a number, or whether it is true. */
function ClaimValueControl({ attributes, claim, value, onChange }: ClaimValueControlProps) {
  const { type, values, compared } = claim;
  const [isTyping, setTyping] = useState(false);
  if (!values && (type === 'string' || type === 'number' || type === 'integer'))
    return (
      <TypedValue attributes={attributes} isText={type === 'string'} value={value} onChange={onChange} />
    );
  const listed = values ?? [true, false, ...(compared ?? [])];
  const options = listed.map((each) => ({ value: optionOf(each), label: labelOf(each) }));
  // A value that the claim had before keeps its place.
  const isListed = value === undefined || options.some((option) => option.value === optionOf(value));
  const isText = typeof value === 'string' || compared?.some((each) => typeof each === 'string') === true;
  const select = (
    <Select
      {...attributes}
      options={[
        { value: '', label: 'Unset' },
        ...options,
        ...(isListed || isTyping ? [] : [{ value: optionOf(value), label: labelOf(value) }]),
        ...(compared ? [{ value: OTHER, label: isText ? 'Another text…' : 'Another number…' }] : []),
      ]}
      value={isTyping ? OTHER : value === undefined ? '' : optionOf(value)}
      onChange={(option) => {
        setTyping(option === OTHER);
        onChange(option === '' || option === OTHER ? undefined : parseOption(option));
      }}
    />
  );
  if (!isTyping) return select;
  return (
    <span className="flex flex-col gap-2">
      {select}
      <TypedValue
        attributes={{ id: `${attributes.id}-text`, 'aria-label': `Value of ${claim.name}` }}
        isText={isText}
        value={value}
        onChange={onChange}
      />
    </span>
  );
}

/** As the options of a select: "True", "pro", "42". */
const labelOf = (value: ClaimValue) => booleans.get(value) ?? String(value);

interface TypedValueProps extends Pick<ClaimValueControlProps, 'value' | 'onChange'> {
  attributes: Partial<FieldControl> & { 'aria-label'?: string };
  isText: boolean;
}

function TypedValue({ attributes, isText, value, onChange }: TypedValueProps) {
  return (
    <Input
      {...attributes}
      type={isText ? 'text' : 'number'}
      step="any"
      maxLength={MAX_CLAIM_VALUE}
      placeholder="Unset"
      value={value === undefined ? '' : String(value)}
      onChange={({ target: { value: text } }) =>
        onChange(text === '' ? undefined : isText ? text : Number(text))
      }
    />
  );
}

function parseOption(option: string): ClaimValue | undefined {
  const value: unknown = JSON.parse(option);
  return isClaimValue(value) ? value : undefined;
}
