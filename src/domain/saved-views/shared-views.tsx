import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  createSharedViewMutation,
  deleteSharedViewMutation,
  getOrganizationOptions,
  getSharedViewOptions,
  updateSharedViewMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { SharedView } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage, fieldErrors } from '#src/api/errors.ts';
import { etagOf, ifMatchHeader } from '#src/api/etags.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { isReader, optionsOf, type SharedList } from './find-shared-views.ts';
import { maxNameLength } from './saved-views.ts';

/** The shared views of a list; undefined while unknown, and for guests and at servers that have none. */
function useSharedViews(list: SharedList): readonly SharedView[] | undefined {
  const { organizationId } = list;
  const organization = useQuery(getOrganizationOptions({ path: { organizationId } })).data;
  return useQuery({ ...optionsOf(list), enabled: isReader(organization) }).data?.items;
}

/** Why a change of a shared view failed, and what to do. */
export function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 412)
    return 'Someone else changed this view. Cancel to see their version, and edit it again.';
  return fieldErrors(error).get('name') ?? errorMessage(error);
}

/** Shares the view that a form is about to save. Nothing for those who can't. */
export function ShareOption({
  list,
  isShared,
  onChange,
}: {
  list: SharedList;
  isShared: boolean;
  onChange: (isShared: boolean) => void;
}) {
  const views = useSharedViews(list);
  if (!views) return null;
  return (
    <LabelledCheckbox
      label="Share with the organization"
      hint="All members but guests see it, and who shared it."
      checked={isShared}
      onChange={({ target }) => onChange(target.checked)}
      className="mt-3"
    />
  );
}

/** @returns a function that shares a view, and rejects with an `ApiError` */
export function useSharing({ organizationId, screen }: SharedList) {
  const { mutateAsync, isPending } = useApiMutation(createSharedViewMutation(), {
    invalidates: ['listSharedViews'],
  });
  return {
    isPending,
    share: (name: string, search: string) =>
      mutateAsync({ path: { organizationId }, body: { screen, name, search } }),
  };
}

interface SharedViewsProps {
  list: SharedList;
  /** The filters and sorting on the screen. */
  search: string;
  onOpen: (search: string) => void;
}

/** A view that is being edited, and the version of it that the form shows. */
interface EditedView {
  view: SharedView;
  version: string | undefined;
}

/** The views of a list that members share. */
export function SharedViews({ list, search, onOpen }: SharedViewsProps) {
  const views = useSharedViews(list);
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<EditedView | null>(null);
  if (!views || views.length === 0) return null;
  const edit = async (path: ReturnType<typeof pathOf>) => {
    const view = await fetchFresh(queryClient, getSharedViewOptions({ path }));
    setEdited({ view, version: etagOf(new URL(view.urls.location).pathname) });
  };
  return (
    <section aria-label="Shared views" className="mt-4">
      <h3 className="mb-1 text-xs font-medium text-ink-soft">Shared with the organization</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {views.map((view) => (
          <li key={view.id} className="pr-1 pl-3">
            {edited?.view.id === view.id ? (
              <SharedViewForm edited={edited} search={search} onClose={() => setEdited(null)} />
            ) : (
              <SharedViewRow
                view={view}
                onOpen={onOpen}
                onEdit={() => void edit(pathOf(view)).catch((error: unknown) => toastFailure(error))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const pathOf = ({ organization, id }: SharedView) => ({ organizationId: organization, sharedViewId: id });

interface SharedViewRowProps {
  view: SharedView;
  onOpen: (search: string) => void;
  onEdit: () => void;
}

function SharedViewRow({ view, onOpen, onEdit }: SharedViewRowProps) {
  const { name, search, createdBy, permissions } = view;
  const { mutateAsync } = useApiMutation(deleteSharedViewMutation(), { invalidates: ['listSharedViews'] });
  const stopSharing = async () => {
    const isDone = await confirm({
      title: `Stop sharing “${name}”?`,
      body: 'The view is deleted for all members.',
      confirmLabel: 'Stop sharing',
      tone: 'danger',
      action: () => mutateAsync({ path: pathOf(view) }),
    });
    if (isDone) toast(`Stopped sharing “${name}”`);
  };
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        className="min-w-0 flex-1 py-2 text-left hover:underline"
        onClick={() => onOpen(search)}
      >
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span dir="auto" className="block truncate text-xs text-ink-soft">
          Shared by {createdBy?.displayName ?? 'a former member'}
        </span>
      </button>
      {permissions.edit && (
        <>
          <IconButton label={`Edit shared view ${name}`} size="small" onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton label={`Stop sharing ${name}`} size="small" onClick={() => void stopSharing()}>
            <Trash2 />
          </IconButton>
        </>
      )}
    </div>
  );
}

interface SharedViewFormProps {
  edited: EditedView;
  search: string;
  onClose: () => void;
}

/** Renames a shared view, or gives it the filters on the screen, unless someone else has changed it since. */
function SharedViewForm({ edited: { view, version }, search, onClose }: SharedViewFormProps) {
  const [name, setName] = useState(view.name);
  const [takesFilters, setTakesFilters] = useState(false);
  const { mutate, error, isPending } = useApiMutation(updateSharedViewMutation(), {
    invalidates: ['listSharedViews'],
    onSuccess: ({ name: savedName }) => {
      toast(`Saved shared view “${savedName}”`);
      onClose();
    },
  });
  const isEmpty = name.trim() === '';
  return (
    <form
      aria-label={`Edit shared view ${view.name}`}
      className="space-y-2 py-2 pr-2"
      onSubmit={(event) => {
        event.preventDefault();
        const body = { name: name.trim(), ...(takesFilters && { search }) };
        if (!isEmpty) mutate({ path: pathOf(view), headers: ifMatchHeader(version), body });
      }}
    >
      <Field label="Name" error={isEmpty ? 'Required' : error && describeFailure(error)}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={maxNameLength}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <LabelledCheckbox
        label="Use the filters and sorting on the screen"
        checked={takesFilters}
        disabled={search === view.search}
        onChange={({ target }) => setTakesFilters(target.checked)}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" tone="primary" disabled={isPending}>
          Save changes
        </Button>
      </div>
    </form>
  );
}
