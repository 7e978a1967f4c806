import { Check } from 'lucide-react';
import { type RefObject, type ReactNode, useContext, useState } from 'react';
import type { ContentConflict, ConflictSide } from '#api/generated/types.gen.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input, Textarea } from '#src/ui/form/input.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { ConflictLines } from './conflict-lines.tsx';
import {
  fieldNames,
  formatField,
  canTakeSide,
  type ConflictField,
  fieldsInConflict,
  isDeletion,
  type Resolution,
  type SideName,
  sideOf,
  type TextConflict,
} from './resolution.ts';

interface ConflictSideViewProps {
  /** "Current". */
  heading: string;
  side: ConflictSide | undefined;
  /** The common base; absent where the page is new on both sides. */
  base: ConflictSide | undefined;
  /** Of the base itself: the versions made from it. */
  versions?: readonly ConflictSide[];
  /** Other fields in conflict, shown above the text. */
  fields: readonly ConflictField[];
  /** The button that selects this version. */
  action?: ReactNode;
}

/** One version of a page in conflict, with its differences from the base. */
function ConflictSideView({ heading, side, base, versions, fields, action }: ConflictSideViewProps) {
  return (
    <section aria-label={heading} className="flex min-w-0 flex-col rounded-lg border border-line">
      <header className="flex min-h-11 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-3">
        <h3 className="font-medium">{heading}</h3>
        {action}
      </header>
      {side && fields.length > 0 && (
        <dl className="border-b border-line p-3">
          {fields.map((field) => (
            <div key={field} className="flex gap-2">
              <dt className="shrink-0 text-ink-soft">{fieldNames[field]}</dt>
              <dd dir="auto" className="min-w-0 wrap-anywhere">
                {formatField(side, field)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {side ? (
        <ConflictLines
          title={side.title}
          markdown={side.markdown}
          base={base?.markdown}
          versions={versions?.map(({ markdown }) => markdown)}
        />
      ) : (
        <p className="p-3 text-ink-soft">Page deleted.</p>
      )}
    </section>
  );
}

interface ConflictPageProps {
  conflict: TextConflict;
  resolution: Resolution | undefined;
  /** It changed after it was resolved; the resolution needs another check. */
  isStale: boolean;
  onResolve: (resolution: Resolution) => void;
  /** Starts editing the merged text. */
  onWrite: () => void;
  /** Contains the merged text's fields. */
  merged: RefObject<HTMLElement | null>;
  layout: ConflictLayout;
  onLayout: (layout: ConflictLayout) => void;
}

/** How the versions stand: in columns where there is room, or one below the other at full width. */
export type ConflictLayout = (typeof conflictLayouts)[number]['value'];

const conflictLayouts = [
  { value: 'columns', label: 'Columns' },
  { value: 'wide', label: 'One below the other' },
] as const;

const attributeLabels: Record<string, string> = {
  ...fieldNames,
  markdown: 'text',
  title: 'title',
  page: 'entire page',
};

/** One page or reusable content with conflicts: its three versions side by side and the ways to resolve it. */
// oxlint-disable-next-line max-lines-per-function -- the three versions of one page, side by side
export function ConflictPage({ conflict, resolution, isStale, onResolve, ...more }: ConflictPageProps) {
  const { base, space, changeRequest, attributes } = conflict;
  const fields = fieldsInConflict(conflict);
  const attributeNames = attributes.map((name) => attributeLabels[name] ?? name).join(', ');
  const isDeleted = isDeletion(conflict);
  const isWritten = isDeleted || attributes.includes('title') || attributes.includes('markdown');
  const reason = !canTakeSide(conflict) && `Only this change request’s ${attributeNames} can be kept.`;
  const versionButton = (kind: SideName, label: string) => (
    <Button
      size="small"
      aria-pressed={resolution?.kind === kind}
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
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 dir="auto" className="min-w-0 text-base font-semibold wrap-anywhere">
            {conflict.title}
          </h2>
          <div className="max-xl:hidden">
            <SegmentedControl
              label="Versions"
              value={more.layout}
              options={conflictLayouts}
              onChange={more.onLayout}
            />
          </div>
        </div>
        <p className="text-ink-soft">
          {conflict.isReusable && 'Reusable content. '}
          Conflicts in: {attributeNames}.
          <span className="max-lg:hidden pointer-coarse:hidden">
            {' '}
            <Keys keys="0" /> <Keys keys="1" /> <Keys keys="2" /> select a version, <Keys keys="3" /> edits
            manually.
          </span>
        </p>
      </div>
      {isStale && (
        <Callout tone="warning">
          This {conflict.isReusable ? 'reusable content' : 'page'} has changed in the space. Check your
          resolution.
        </Callout>
      )}
      <div
        data-layout={more.layout}
        className={`grid gap-3 ${more.layout === 'wide' ? '' : 'xl:grid-cols-3'}`}
      >
        <ConflictSideView
          heading="Original"
          side={base}
          base={base}
          versions={[space, changeRequest].filter((side) => side !== undefined)}
          fields={fields}
          action={base && !isDeleted && versionButton('base', 'Use original')}
        />
        <ConflictSideView
          heading="Current"
          side={space}
          base={base}
          fields={fields}
          action={versionButton('space', isDeleted ? (space ? 'Keep page' : 'Delete page') : 'Use current')}
        />
        <ConflictSideView
          heading="This change request"
          side={changeRequest}
          base={base}
          fields={fields}
          action={versionButton(
            'change-request',
            isDeleted ? (changeRequest ? 'Keep page' : 'Delete page') : 'Use this version',
          )}
        />
      </div>
      {resolution?.kind === 'edited' ? (
        <MergedText conflict={conflict} resolution={resolution} onResolve={onResolve} merged={more.merged} />
      ) : (
        (isWritten || fields.length > 1) && (
          <Button onClick={more.onWrite}>{isWritten ? 'Edit manually' : 'Select per field'}</Button>
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
  const paths = useContext(LinkPathsContext);
  const [opened, setOpened] = useState(() => ({ paths, texts: paths.open(resolution.markdown) }));
  if (opened.paths !== paths) setOpened({ paths, texts: paths.open(resolution.markdown) });
  const { texts } = opened;
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
      {fieldsInConflict(conflict).map((field) => (
        <FieldChoice
          key={field}
          field={field}
          conflict={conflict}
          value={resolution.sides?.[field] ?? 'change-request'}
          onChange={(side) => onResolve({ ...resolution, sides: { ...resolution.sides, [field]: side } })}
        />
      ))}
      {isIn('markdown') && (
        <Field label="Merged text" hint="Markdown. Your draft is saved in this browser.">
          {(control) => (
            <Textarea
              {...control}
              value={texts.show(resolution.markdown)}
              spellCheck={false}
              className="min-h-40 font-mono text-xs"
              onChange={(event) => onResolve({ ...resolution, markdown: texts.store(event.target.value) })}
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
