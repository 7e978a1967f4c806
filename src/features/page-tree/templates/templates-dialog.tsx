import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, LayoutTemplate, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  deletePageTemplateMutation,
  getPageTemplateOptions,
  listPageTemplatesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { PageTemplate } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { etagOf } from '#src/api/etags.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useKeepsTemplates } from '../capabilities.ts';
import { RenameTemplateForm } from './rename-template-form.tsx';
import { shippedTemplates } from './shipped-templates.ts';

/** As many as a space can have. */
const maxTemplates = 50;

interface TemplatesDialogProps {
  spaceId: string;
  /** Adds a page with a title and a text. Rejects with the `ApiError`. */
  onAdd: (title: string, markdown: string) => Promise<void>;
  onClose: () => void;
}

/** Chooses what a new page begins with, and manages the templates of the space. */
export function TemplatesDialog({ spaceId, onAdd, onClose }: TemplatesDialogProps) {
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const keepsTemplates = useKeepsTemplates();
  const kept = useQuery({
    ...listPageTemplatesOptions({ path: { spaceId }, query: { limit: maxTemplates } }),
    enabled: keepsTemplates,
  });
  // The first template gets the focus, so the dialog opens with the list.
  if (kept.isLoading) return null;
  const templates = kept.data?.items ?? [];
  const add = async (title: string, readMarkdown: () => string | Promise<string>) => {
    if (isAdding) return;
    setAdding(true);
    try {
      await onAdd(title, await readMarkdown());
      onClose();
    } catch (error) {
      toastFailure(error);
      setAdding(false);
    }
  };
  const read = async (id: string) => {
    const options = getPageTemplateOptions({ path: { spaceId, pageTemplateId: id } });
    return (await fetchFresh(queryClient, options)).markdown;
  };
  return (
    <Dialog
      title="New page from template"
      description="The page begins with the text of the template. Later changes of one don’t reach the other."
      initialFocus="[data-template]"
      onClose={onClose}
    >
      {keepsTemplates && (
        <TemplateList title="Templates of this space">
          {kept.isError && (
            <li className="p-3">
              <Callout tone="danger">{errorMessage(kept.error)}</Callout>
            </li>
          )}
          {kept.isSuccess && templates.length === 0 && (
            <li className="px-3 py-2 text-ink-soft">
              None yet. “Save as template” in the menu of a page makes one.
            </li>
          )}
          {templates.map((template) => (
            <KeptTemplate
              key={template.id}
              spaceId={spaceId}
              template={template}
              onAdd={() => void add(template.title, () => read(template.id))}
            />
          ))}
        </TemplateList>
      )}
      <TemplateList title="General templates">
        {shippedTemplates.map(({ title, description, markdown }) => (
          <li key={title}>
            <TemplateButton
              icon={<LayoutTemplate />}
              title={title}
              description={description}
              onClick={() => void add(title, () => markdown)}
            />
          </li>
        ))}
      </TemplateList>
    </Dialog>
  );
}

function TemplateList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="not-first:mt-5">
      <h3 className="mb-1 text-xs font-medium text-ink-soft">{title}</h3>
      <ul className="divide-y divide-line rounded-md border border-line empty:hidden">{children}</ul>
    </section>
  );
}

interface TemplateButtonProps {
  icon: ReactNode;
  title: string;
  description?: string;
  onClick: () => void;
}

function TemplateButton({ icon, title, description, onClick }: TemplateButtonProps) {
  return (
    <button
      type="button"
      data-template=""
      className="flex w-full min-w-0 items-center gap-3 px-3 py-2 text-left hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft"
      onClick={onClick}
    >
      {icon}
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-medium">
          {title}
        </span>
        {description !== undefined && <span className="block text-xs text-ink-soft">{description}</span>}
      </span>
    </button>
  );
}

interface KeptTemplateProps {
  spaceId: string;
  template: PageTemplate;
  onAdd: () => void;
}

function KeptTemplate({ spaceId, template, onAdd }: KeptTemplateProps) {
  const { id, title } = template;
  const path = { spaceId, pageTemplateId: id };
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<{ title: string; version: string | undefined } | null>(null);
  const { mutateAsync } = useApiMutation(deletePageTemplateMutation(), {
    invalidates: ['listPageTemplates'],
  });
  const edit = async () => {
    const { title: now } = await fetchFresh(queryClient, getPageTemplateOptions({ path }));
    setEdited({ title: now, version: etagOf(`/v1/spaces/${spaceId}/page-templates/${id}`) });
  };
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete the template “${title}”?`,
      body: 'Pages that were made of it stay.',
      confirmLabel: 'Delete',
      tone: 'danger',
      action: () => mutateAsync({ path }),
    });
    if (isDone) toast(`Deleted the template “${title}”`);
  };
  if (edited)
    return (
      <li className="p-3">
        <RenameTemplateForm path={path} edited={edited} onClose={() => setEdited(null)} />
      </li>
    );
  return (
    <li className="flex items-center gap-1 pr-1">
      <TemplateButton icon={<FileText />} title={title} onClick={onAdd} />
      <IconButton
        label={`Rename ${title}`}
        size="small"
        onClick={() => void edit().catch((error: unknown) => toastFailure(error))}
      >
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${title}`} size="small" onClick={() => void remove()}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
