/** The dialogs and panels of components, one at a time. */
import { type ReactNode, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { requestLog } from '#src/api/log/request-log.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { ExportDialog } from '#src/components/bulk/export-dialog.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { useStaleGuard } from '#src/components/form/stale-edit.tsx';
import { Inspector } from '#src/components/inspector/inspector.tsx';
import { ShortcutsOverlay } from '#src/components/shortcuts/shortcuts-overlay.tsx';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { FilterSheet } from '#src/components/table/filter-sheet.tsx';
import { MoveDialog } from '#src/components/tree-editor/move-dialog.tsx';
import { DragGhost, DragLayer } from '#src/components/tree/drag-layer.tsx';
import { createTreeDrag } from '#src/components/tree/tree-drag.ts';
import { SavedViewsDialog } from '#src/domain/saved-views/saved-views-dialog.tsx';
import { saveView } from '#src/domain/saved-views/saved-views.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { plan } from './bulk-shelves.tsx';
import { refusal, SampleFields, schema, values } from './form-shelves.tsx';
import type { kitchenOverlays } from './overlay-names.ts';

const ignore = () => {};
const never = () => new Promise<never>(ignore);

function SampleForm({ error = null }: { error?: ApiError | null }) {
  return (
    <FormDialog
      title="Rename space"
      submitLabel="Rename"
      schema={schema}
      defaultValues={values}
      error={error}
      pending={false}
      onSubmit={never}
      onClose={ignore}
    >
      {({ control }) => <SampleFields control={control} />}
    </FormDialog>
  );
}

function StaleEdit() {
  const theirs = { title: 'Harbor handbook', about: 'For pilots' };
  const guard = {
    fetchCurrent: () => Promise.resolve(theirs),
    labels: { title: 'Title', about: 'Description' },
  };
  const stale = useStaleGuard(guard, { title: 'Harbor guide', about: '' }, never);
  const [save] = useState(() => (marker: HTMLElement | null) => {
    if (marker) void stale.save({ title: 'Harbor manual', about: '' });
  });
  return (
    <>
      <span ref={save} />
      {stale.dialog}
    </>
  );
}

const keys: Shortcut[] = [
  { keys: 'mod+k', label: 'Search and commands', group: 'General', run: ignore },
  { keys: 'g m', label: 'Go to members', group: 'Go to', run: ignore },
  { keys: 'x', label: 'Select row', group: 'List', run: ignore },
];

function Shortcuts() {
  useShortcuts(keys);
  return <ShortcutsOverlay />;
}

function SavedViews() {
  useState(() => saveView('/', { name: 'Guests who never came', search: '?role=guest' }));
  return <SavedViewsDialog onClose={ignore} />;
}

function SampleInspector() {
  useState(() => {
    const request = { screen: '/', origin: location.origin, at: Date.now(), requestId: 'req_7Q2M' };
    requestLog.set([
      {
        ...request,
        number: 1,
        method: 'GET',
        path: '/v1/orgs/acme/teams?limit=50',
        body: null,
        status: 200,
        durationMs: 18,
      },
      {
        ...request,
        number: 2,
        method: 'POST',
        path: '/v1/orgs/acme/teams',
        body: '{"title":"Harbor"}',
        status: 409,
        durationMs: 31,
      },
      {
        ...request,
        number: 3,
        method: 'GET',
        path: '/v1/orgs/acme/sites',
        body: null,
        status: null,
        durationMs: null,
      },
    ]);
  });
  return <Inspector onClose={ignore} />;
}

const tree = {
  nodes: new Map([
    ['start', 'Start'],
    ['billing', 'Billing'],
    ['api', 'API'],
  ]),
  children: new Map([[TOP, ['start', 'billing', 'api']]]),
  parents: new Map([
    ['start', TOP],
    ['billing', TOP],
    ['api', TOP],
  ]),
};

const moves = {
  checkMoves: () => null,
  moveTo: () => null,
  describeItems: () => '“Start”',
  describeTarget: () => 'After Billing, at the top level, 2 of 3',
  describeMoved: () => 'Moved “Start” after “Billing”',
  describeMoveByOne: () => 'After Billing',
};

const rules = {
  validate: () => null,
  describe: () => 'Before Billing, 1 of 3',
  describeItems: () => 'API',
  drop: ignore,
};

/** A row that is dragged with the keyboard: the line where it would go, and what says so. */
function SampleDrag() {
  const [drag] = useState(() => {
    const created = createTreeDrag(() => rules);
    const rowTarget = { target: { into: TOP }, index: 0, inside: false, level: 1 };
    created.lift({ ids: ['api'], mode: 'keyboard', over: { rowTarget, denialReason: null }, pointer: null });
    return created;
  });
  return (
    <div role="dialog" aria-label="Drag" className="fixed inset-x-8 top-24 h-16 bg-surface shadow-floating">
      <DragLayer drag={drag} rows={[]} placed={[]} measure={{ rowHeight: 36, indent: 20 }} />
      <DragGhost drag={drag} rules={rules} />
    </div>
  );
}

export const toolOverlays = {
  form: <SampleForm error={refusal} />,
  'form-read-only': (
    <ReadOnlyForm value="Only administrators can change this.">
      <SampleForm />
    </ReadOnlyForm>
  ),
  'stale-edit': <StaleEdit />,
  filters: (
    <FilterSheet clear={<Button tone="quiet">Clear filters</Button>} onClose={ignore}>
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            options={[{ value: 'all', label: 'All roles' }]}
            value="all"
            className="w-full"
          />
        )}
      </Field>
    </FilterSheet>
  ),
  'saved-views': <SavedViews />,
  export: (
    <ExportDialog
      job={{
        title: 'Members of Acme',
        noun: 'member',
        fetchRows: (_, onProgress) => {
          onProgress(120, 400);
          return never();
        },
      }}
      onClose={ignore}
    />
  ),
  bulk: (
    <BulkDialog
      title="Change role of members"
      description="Review the changes before you apply them."
      noun="member"
      verb="Change role of"
      planKey={[]}
      createPlan={() => Promise.resolve(plan)}
      execute={never}
      onFinished={ignore}
      onClose={ignore}
    />
  ),
  inspector: <SampleInspector />,
  shortcuts: <Shortcuts />,
  move: (
    <MoveDialog
      tree={tree}
      ids={['start']}
      moves={moves}
      containers={[{ value: TOP, label: 'Top level' }]}
      nameOf={(id) => id}
      onMove={ignore}
      onClose={ignore}
    />
  ),
  drag: <SampleDrag />,
} satisfies Partial<Record<(typeof kitchenOverlays)[number], ReactNode>>;
