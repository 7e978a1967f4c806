import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { getWebhookPreviewOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { WebhookEventKind, WebhookFormat } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { type SelectedSpace, SpacePicker } from '#src/domain/pickers/space-picker.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Checkbox, LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { isChat, kindGroups, kindLabel, kindsOf } from './labels.ts';

/** The fields that both forms have. */
export interface WebhookValues {
  format: WebhookFormat;
  url: string;
  title: string;
  /** Whether all kinds are sent, also later ones. */
  kinds: 'all' | 'selected';
  events: WebhookEventKind[];
  /** Whether events of all spaces and of the organization are sent. */
  scope: 'all' | 'selected';
  spaces: readonly SelectedSpace[];
}

type WebhookControl = Control<WebhookValues, unknown, WebhookValues>;

/** The part of a request's body that these fields are. */
export const toBody = ({ kinds, events, scope, spaces }: WebhookValues) => ({
  events: kinds === 'all' ? ['*' as const] : events,
  spaces: scope === 'all' ? null : spaces.map(({ id }) => id),
});

/** Kinds of events in groups, or all. */
export function KindsField({ control }: { control: WebhookControl }) {
  const { field: kinds } = useController({ control, name: 'kinds' });
  const { field: events, fieldState } = useController({ control, name: 'events' });
  const selected = new Set(events.value);
  const toggle = (names: readonly WebhookEventKind[], isSelected: boolean) =>
    events.onChange(
      isSelected
        ? [...new Set([...events.value, ...names])]
        : events.value.filter((kind) => !names.includes(kind)),
    );
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Events</legend>
      <div>
        <SegmentedControl
          label="Events"
          options={[
            { value: 'all', label: 'All events' },
            { value: 'selected', label: 'Selected kinds' },
          ]}
          value={kinds.value}
          onChange={kinds.onChange}
        />
      </div>
      {kinds.value === 'all' ? (
        <p className="text-xs text-ink-soft">Includes kinds that later releases add.</p>
      ) : (
        <div
          role="group"
          aria-label="Kinds of events"
          className="max-h-72 overflow-y-auto rounded-md border border-line px-3 py-2"
        >
          {kindGroups.map((group) => (
            <KindGroup key={group.label} group={group} selected={selected} onToggle={toggle} />
          ))}
        </div>
      )}
      {fieldState.error && (
        <p role="alert" className="text-xs text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}

interface KindGroupProps {
  group: (typeof kindGroups)[number];
  selected: ReadonlySet<WebhookEventKind>;
  onToggle: (kinds: readonly WebhookEventKind[], isSelected: boolean) => void;
}

function KindGroup({ group, selected, onToggle }: KindGroupProps) {
  const kinds = kindsOf(group);
  const count = kinds.filter((kind) => selected.has(kind)).length;
  return (
    <div role="group" aria-label={group.label} className="not-first:mt-3">
      <label className="mb-1 flex items-center gap-2 font-medium">
        <Checkbox
          checked={count === kinds.length}
          indeterminate={count > 0 && count < kinds.length}
          onChange={({ target }) => onToggle(kinds, target.checked)}
        />
        {group.label}
      </label>
      <div className="grid gap-x-4 gap-y-1 pl-6 sm:grid-cols-2">
        {kinds.map((kind) => (
          <LabelledCheckbox
            key={kind}
            label={group.kinds[kind]}
            checked={selected.has(kind)}
            onChange={({ target }) => onToggle([kind], target.checked)}
          />
        ))}
      </div>
    </div>
  );
}

/** The spaces of which events are sent, and for a channel who reads their titles. */
export function SpacesField({
  control,
  organizationId,
}: {
  control: WebhookControl;
  organizationId: string;
}) {
  const { field: scope } = useController({ control, name: 'scope' });
  const { field: spaces, fieldState } = useController({ control, name: 'spaces' });
  const format = useWatch({ control, name: 'format' });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">Spaces</legend>
        <div>
          <SegmentedControl
            label="Spaces"
            options={[
              { value: 'all', label: 'All spaces' },
              { value: 'selected', label: 'Selected spaces' },
            ]}
            value={scope.value}
            onChange={scope.onChange}
          />
        </div>
        {scope.value === 'selected' && (
          <Field
            label="Selected spaces"
            hint="Events of the organization, such as those of members and sites, are not sent."
            error={fieldState.error?.message}
          >
            {(attributes) => (
              <SpacePicker
                organizationId={organizationId}
                control={attributes}
                value={spaces.value}
                onChange={spaces.onChange}
                multiple
              />
            )}
          </Field>
        )}
      </fieldset>
      {isChat(format) && (
        <Callout tone="warning" title="Everyone in the channel reads these messages">
          {scope.value === 'all'
            ? 'They name all spaces, change requests and members, also those that a reader of the channel can’t open here.'
            : 'They name the selected spaces and their change requests, also to people who can’t open them here.'}
        </Callout>
      )}
    </>
  );
}

/** The text and body that would be sent, made by the server as it makes them when it sends. */
export function MessagePreview({
  control,
  organizationId,
}: {
  control: WebhookControl;
  organizationId: string;
}) {
  const [format, kinds, events, scope, spaces] = useWatch({
    control,
    name: ['format', 'kinds', 'events', 'scope', 'spaces'],
  });
  const [chosen, setChosen] = useState<WebhookEventKind>('change_request.merged');
  const choices =
    kinds === 'all' || events.length === 0 ? kindGroups.flatMap((group) => kindsOf(group)) : events;
  const type = choices.includes(chosen) ? chosen : (choices[0] ?? 'webhook.test');
  const space = scope === 'selected' ? spaces[0]?.id : undefined;
  const query = useDeferredValue({ format, type, ...(space !== undefined && { space }) });
  const { data, error, refetch } = useQuery({
    ...getWebhookPreviewOptions({ path: { organizationId }, query }),
    placeholderData: (previous) => previous,
  });
  return (
    <section aria-label="Preview" className="flex flex-col gap-2 rounded-md border border-line bg-sunken p-3">
      <Field label="Preview of">
        {(attributes) => (
          <Select
            {...attributes}
            value={type}
            options={choices.map((value) => ({ value, label: kindLabel(value) }))}
            onChange={setChosen}
            className="w-full"
          />
        )}
      </Field>
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-5 w-2/3" />}
      {data?.text !== undefined && (
        <p className="rounded-md border border-line bg-surface px-3 py-2 wrap-anywhere" dir="auto">
          {data.text} <span className="text-accent-ink">Open in Bindery</span>
        </p>
      )}
      {data && <BodyPreview body={data.body} isOpen={data.text === undefined} />}
    </section>
  );
}

function BodyPreview({ body, isOpen }: { body: string; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer text-xs text-ink-soft">Body of the request</summary>
      <CodeText text={body} label="Body of the request" />
    </details>
  );
}

/** JSON with line breaks, or a text as it is. */
export function CodeText({ text, label }: { text: string; label: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      aria-label={label}
      className="mt-1 max-h-72 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {formatJson(text)}
    </pre>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
