import { useRouter, useRouterState } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { deleteView, loadViews, maxNameLength, saveView } from './saved-views.ts';

/** Saves the filters and sorting of the current list, and manages saved views. */
// oxlint-disable-next-line max-lines-per-function -- one dialog: the form, then the list that it adds to
export function SavedViewsDialog({ onClose }: { onClose: () => void }) {
  const { navigate } = useRouter();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const [views, setViews] = useState(() => loadViews(pathname));
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);

  const save = () => {
    const trimmedName = name.trim();
    if (trimmedName === '') return setError('Required');
    const reason = saveView(pathname, { name: trimmedName, search: searchStr });
    if (reason !== null) return setError(reason);
    toast(`Saved view “${trimmedName}”`);
    onClose();
  };

  return (
    <Dialog
      title="Saved views"
      description="Filters and sorting of this list, under a name. To share a view, copy its link."
      size="small"
      onClose={onClose}
    >
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="View name" error={error} className="flex-1">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={maxNameLength}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" className={error ? 'mb-6' : ''}>
          Save
        </Button>
      </form>
      {views.length > 0 && (
        <ul aria-label="Saved views" className="mt-4 divide-y divide-line rounded-md border border-line">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-2 pr-1 pl-3">
              <button
                type="button"
                dir="auto"
                className="min-w-0 flex-1 truncate py-2 text-left hover:underline"
                onClick={() => {
                  onClose();
                  void navigate({ href: pathname + view.search });
                }}
              >
                {view.name}
              </button>
              <IconButton
                label={`Delete view ${view.name}`}
                size="small"
                onClick={() => {
                  deleteView(pathname, view.name);
                  setViews(loadViews(pathname));
                }}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
