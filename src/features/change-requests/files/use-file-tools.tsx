import { useQueryClient } from '@tanstack/react-query';
import { Pencil, RefreshCw, Trash2, Upload as UploadIcon } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { listChangeRequestFileBacklinks } from '#api/generated/sdk.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { useTakesUploads } from '#src/domain/uploads/capabilities.ts';
import { UploadRows } from '#src/domain/uploads/upload-rows.tsx';
import { fileLimit } from '#src/domain/uploads/upload-rules.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import type { MenuEntries } from '#src/ui/menu.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { noEditingReason } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import type { FileChange } from '../views/files.tsx';
import { fileUploadsOf } from './file-uploads.ts';

const RenameFileForm = lazyPart(async () => ({
  default: (await import('./rename-file-form.tsx')).RenameFileForm,
}));

export interface FileTools {
  /** “Upload files…”, beside the limit. */
  button: ReactNode;
  /** The files that are on their way, and the open dialog. */
  uploads: ReactNode;
  /** The menu of a file; absent without actions. */
  menuOf: ((file: FileChange) => MenuEntries) | undefined;
}

/**
 * Uploads, replaces, renames and removes files of a change request.
 *
 * @param isClosed whether the change request is: then there is nothing to do
 * @param denial why the content can't be edited
 */
// oxlint-disable-next-line max-lines-per-function -- button, uploads and menu share the hidden field for files
export function useFileTools(
  path: ChangeRequestPath,
  isClosed: boolean,
  denial: string | undefined,
): FileTools {
  const queryClient = useQueryClient();
  const [files] = useState(() => fileUploadsOf(path, queryClient));
  const uploads = useStore(files.queue.uploads);
  const canEdit = denial !== noEditingReason && !isClosed;
  const canUpload = useTakesUploads() === true;
  const [renamed, setRenamed] = useState<FileChange>();
  const input = useRef<HTMLInputElement>(null);
  /** The file that the next upload replaces. */
  const replaced = useRef<FileChange>(undefined);
  const edit = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
    optional: 'editChangeRequestContent',
  });
  const choose = (file?: FileChange) => {
    replaced.current = file;
    if (input.current) input.current.multiple = !file;
    input.current?.click();
  };
  const remove = (file: FileChange) =>
    confirm({
      title: `Remove “${file.name}” from this change request?`,
      tone: 'danger',
      confirmLabel: 'Remove file',
      impact: () => describeUses(path, file.id),
      action: () =>
        edit.mutateAsync({
          path: { ...path },
          body: { changes: [{ operation: 'delete_file', file: file.id }] },
        }),
    });
  return {
    button: canEdit && canUpload && (
      <>
        <input
          ref={input}
          type="file"
          hidden
          onChange={({ target }) => {
            files.add([...(target.files ?? [])], replaced.current);
            // Allows selecting the same file again after it was edited.
            target.value = '';
          }}
        />
        <span className="text-xs text-ink-soft">{fileLimit} each</span>
        <Button icon={<UploadIcon />} disabledReason={denial} onClick={() => choose()}>
          Upload files…
        </Button>
      </>
    ),
    uploads: (
      <>
        {uploads.length > 0 && (
          <div className="mb-3 rounded-lg border border-line">
            <UploadRows
              uploads={uploads}
              onCancel={(key) => files.queue.remove(key)}
              onRetry={(key) => files.queue.retry(key)}
            />
          </div>
        )}
        {renamed && (
          <Suspense>
            <RenameFileForm path={path} file={renamed} onClose={() => setRenamed(undefined)} />
          </Suspense>
        )}
      </>
    ),
    menuOf: canEdit
      ? (file) =>
          fileMenu(denial ?? (file.changeType === 'file_deleted' ? 'This file is removed.' : undefined), {
            replace: canUpload ? () => choose(file) : undefined,
            rename: () => setRenamed(file),
            remove: () => void remove(file),
          })
      : undefined,
  };
}

interface FileActions {
  /** Absent at servers without uploads. */
  replace: (() => void) | undefined;
  rename: () => void;
  remove: () => void;
}

const fileMenu = (disabledReason: string | undefined, actions: FileActions): MenuEntries => [
  ...(actions.replace
    ? [
        {
          label: `Replace… (${fileLimit})`,
          icon: <RefreshCw />,
          disabledReason,
          onSelect: actions.replace,
        },
      ]
    : []),
  { label: 'Rename…', icon: <Pencil />, disabledReason, onSelect: actions.rename },
  { label: 'Remove…', icon: <Trash2 />, tone: 'danger', disabledReason, onSelect: actions.remove },
];

/** As many pages as are named. */
const maxNamed = 5;

/** The pages that a file's deletion would break, as far as this person can see. */
async function describeUses(path: ChangeRequestPath, fileId: string): Promise<string[]> {
  const { data } = await listChangeRequestFileBacklinks({
    path: { ...path, fileId },
    query: { limit: 100 },
    throwOnError: true,
  });
  const titles = [...new Set(data.items.map(({ page }) => page?.title ?? page?.path ?? 'Untitled page'))];
  if (titles.length === 0) return ['No page uses it.'];
  const visibleTitles = titles.slice(0, maxNamed).map((title) => `“${title}”`);
  const more = titles.length > maxNamed || data.next !== undefined ? ' and others' : '';
  return [
    `It is used on ${formatCount(titles.length, 'page')}, where it will be missing: ${visibleTitles.join(', ')}${more}.`,
  ];
}
