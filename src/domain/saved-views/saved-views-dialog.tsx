import { useRouter, useRouterState } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { sharedListAt, type SharedList } from './find-shared-views.ts';
import { deleteView, loadViews, maxNameLength, type SavedView, saveView } from './saved-views.ts';
import { describeFailure, SharedViews, ShareOption, useSharing } from './shared-views.tsx';

/** Saves the filters and sorting of the current list, and manages saved views. */
export function SavedViewsDialog({ onClose }: { onClose: () => void }) {
  const { navigate } = useRouter();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const [views, setViews] = useState(() => loadViews(pathname));
  const list = sharedListAt(pathname);
  const open = (search: string) => {
    onClose();
    void navigate({ href: pathname + search });
  };
  const save = (name: string) => saveView(pathname, { name, search: searchStr });
  return (
    <Dialog
      title="Saved views"
      description="Filters and sorting of this list, under a name."
      size="small"
      onClose={onClose}
    >
      {list ? (
        <SharingForm list={list} search={searchStr} onSave={save} onClose={onClose} />
      ) : (
        <ViewForm onSave={save} onClose={onClose} />
      )}
      {views.length > 0 && (
        <OwnViews
          views={views}
          onOpen={open}
          onDelete={(name) => {
            deleteView(pathname, name);
            setViews(loadViews(pathname));
          }}
        />
      )}
      {list && <SharedViews list={list} search={searchStr} onOpen={open} />}
    </Dialog>
  );
}

/** @returns why it was not saved; null if it was */
type Save = (name: string) => string | null;

interface SharingFormProps {
  list: SharedList;
  search: string;
  onSave: Save;
  onClose: () => void;
}

/** The form, with the choice to share the view instead of keeping it for oneself. */
function SharingForm({ list, search, onSave, onClose }: SharingFormProps) {
  const [isShared, setIsShared] = useState(false);
  const { share, isPending } = useSharing(list);
  return (
    <ViewForm
      isPending={isPending}
      onSave={isShared ? (name) => share(name, search).then(() => null, describeFailure) : onSave}
      onClose={onClose}
    >
      <ShareOption list={list} isShared={isShared} onChange={setIsShared} />
    </ViewForm>
  );
}

interface ViewFormProps {
  onSave: (name: string) => string | null | Promise<string | null>;
  onClose: () => void;
  isPending?: boolean;
  children?: ReactNode;
}

function ViewForm({ onSave, onClose, isPending = false, children }: ViewFormProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    const trimmedName = name.trim();
    const reason = trimmedName === '' ? 'Required' : await onSave(trimmedName);
    if (reason !== null) return setError(reason);
    toast(`Saved view “${trimmedName}”`);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void save();
      }}
    >
      <div className="flex items-end gap-2">
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
        <Button type="submit" tone="primary" disabled={isPending} className={error ? 'mb-6' : ''}>
          Save
        </Button>
      </div>
      {children}
    </form>
  );
}

interface OwnViewsProps {
  views: readonly SavedView[];
  onOpen: (search: string) => void;
  onDelete: (name: string) => void;
}

function OwnViews({ views, onOpen, onDelete }: OwnViewsProps) {
  return (
    <ul aria-label="Saved views" className="mt-4 divide-y divide-line rounded-md border border-line">
      {views.map((view) => (
        <li key={view.name} className="flex items-center gap-2 pr-1 pl-3">
          <button
            type="button"
            dir="auto"
            className="min-w-0 flex-1 truncate py-2 text-left hover:underline"
            onClick={() => onOpen(view.search)}
          >
            {view.name}
          </button>
          <IconButton label={`Delete view ${view.name}`} size="small" onClick={() => onDelete(view.name)}>
            <Trash2 />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
