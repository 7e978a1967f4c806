import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import type { ContentConflict } from '#api/generated/types.gen.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input, Textarea } from '#src/ui/input.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { Select } from '#src/ui/select.tsx';
import { ConflictSideView } from './conflict-side.tsx';
import { fieldNames, formatField } from './field-labels.ts';
import {
  canTakeSide,
  type ConflictField,
  fieldsInConflict,
  isDeletion,
  type Resolution,
  type SideName,
  sideOf,
} from './resolution.ts';

interface ConflictPageProps {
  conflict: ContentConflict;
  resolution: Resolution | undefined;
  /** The page changed after it was resolved; the resolution needs another check. */
  isStale: boolean;
  onResolve: (resolution: Resolution) => void;
  /** Starts editing the merged text. */
  onWrite: () => void;
  /** Where its fields are. */
  merged: RefObject<HTMLElement | null>;
}

const attributeLabels: Record<string, string> = {
  ...fieldNames,
  markdown: 'text',
  title: 'title',
  page: 'entire page',
};

/** One page with conflicts: its three versions side by side and the ways to resolve it. */
export function ConflictPage({ conflict, resolution, isStale, onResolve, ...more }: ConflictPageProps) {
  const { base, space, changeRequest, attributes } = conflict;
  const fields = fieldsInConflict(conflict);
  const attributeNames = attributes.map((name) => attributeLabels[name] ?? name).join(', ');
  const isWhole = isDeletion(conflict);
  const isWritten = isWhole || attributes.includes('title') || attributes.includes('markdown');
  const reason = !canTakeSide(conflict) && `Only this change request’s ${attributeNames} can be kept.`;
  const versionButton = (kind: SideName, label: string) => (
    <Button
      size="small"
      aria-pressed={resolution?.kind === kind}
      tone={resolution?.kind === kind ? 'primary' : 'neutral'}
      icon={resolution?.kind === kind ? <Check /> : undefined}
      disabledReason={kind !== 'change-request' && reason}
      onClick={() => onResolve({ kind })}
    >
      {label}
    </Button>
  );
  return (
    <div className="min-w-0 space-y-4">
      <div>
        <h2 dir="auto" className="text-base font-semibold">
          {conflict.title}
        </h2>
        <p className="text-ink-soft">
          Conflicts in: {attributeNames}.
          <span className="max-lg:hidden">
            {' '}
            <Keys keys="0" /> <Keys keys="1" /> <Keys keys="2" /> select a version, <Keys keys="3" /> edits
            manually.
          </span>
        </p>
      </div>
      {isStale && (
        <Callout tone="warning">This page has changed in the space. Check your resolution.</Callout>
      )}
      <div className="grid gap-3 xl:grid-cols-3">
        <ConflictSideView
          heading="Original"
          side={base}
          fields={fields}
          action={base && !isWhole && versionButton('base', 'Use original')}
        />
        <ConflictSideView
          heading="Current"
          side={space}
          base={base}
          fields={fields}
          action={versionButton('space', isWhole ? (space ? 'Keep page' : 'Delete page') : 'Use current')}
        />
        <ConflictSideView
          heading="This change request"
          side={changeRequest}
          base={base}
          fields={fields}
          action={versionButton(
            'change-request',
            isWhole ? (changeRequest ? 'Keep page' : 'Delete page') : 'Use this change request',
          )}
        />
      </div>
      {resolution?.kind === 'edited' ? (
        <MergedText conflict={conflict} resolution={resolution} onResolve={onResolve} merged={more.merged} />
      ) : (
        (isWritten || fields.length > 1) && (
          <Button onClick={more.onWrite}>{isWritten ? 'Edit manually' : 'Choose per field'}</Button>
        )
      )}
    </div>
  );
}

interface MergedTextProps {
  conflict: ContentConflict;
  resolution: Resolution & { kind: 'edited' };
  onResolve: (resolution: Resolution) => void;
  merged: RefObject<HTMLElement | null>;
}

/** Manual resolution: merged title and text, and a version for each other field. */
function MergedText({ conflict, resolution, onResolve, merged }: MergedTextProps) {
  const isIn = (name: string) => isDeletion(conflict) || conflict.attributes.includes(name);
  return (
    <section ref={merged} aria-label="Merged text" className="space-y-3">
      {isIn('title') && (
        <Field label="Title">
          {(control) => (
            <Input
              {...control}
              value={resolution.title}
              onChange={(event) => onResolve({ ...resolution, title: event.target.value })}
            />
          )}
        </Field>
      )}
      {fieldsInConflict(conflict).map((fact) => (
        <FieldChoice
          key={fact}
          field={fact}
          conflict={conflict}
          value={resolution.sides?.[fact] ?? 'change-request'}
          onChange={(side) => onResolve({ ...resolution, sides: { ...resolution.sides, [fact]: side } })}
        />
      ))}
      {isIn('markdown') && (
        <Field label="Merged text" hint="Markdown. Your draft is saved in this browser.">
          {(control) => (
            <Textarea
              {...control}
              value={resolution.markdown}
              spellCheck={false}
              className="min-h-40 font-mono text-xs"
              onChange={(event) => onResolve({ ...resolution, markdown: event.target.value })}
            />
          )}
        </Field>
      )}
    </section>
  );
}

const sides = [
  { name: 'base', label: 'Original' },
  { name: 'space', label: 'Current' },
  { name: 'change-request', label: 'This change request' },
] as const satisfies readonly { name: SideName; label: string }[];

interface FieldChoiceProps {
  field: ConflictField;
  conflict: ContentConflict;
  value: SideName;
  onChange: (side: SideName) => void;
}

/** Chooses the version of one field. */
function FieldChoice({ field, conflict, value, onChange }: FieldChoiceProps) {
  const options = sides.flatMap(({ name, label }) => {
    const side = sideOf(conflict, name);
    return side ? [{ value: name, label: `${label}: ${formatField(side, field)}` }] : [];
  });
  const name = fieldNames[field];
  return (
    <Field label={name.charAt(0).toUpperCase() + name.slice(1)}>
      {(control) => <Select {...control} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}
