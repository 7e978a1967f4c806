import { FileArchive, FolderUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { importOrganizationContent } from '#api/generated/sdk.gen.ts';
import type { ContentImportRun, OrganizationContentImport } from '#api/generated/types.gen.ts';
import { zOrganizationContentImport } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { contractResolver, FormError, setFieldErrors } from '#src/components/form/form-validation.tsx';
import { filesOfDrop, filesOfInput, holdsFiles, type PickedFile } from '#src/domain/uploads/picked-files.ts';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { sourceOptions } from './labels.ts';
import { describePicked, droppedFiles, findPickedProblem } from './picked-files.ts';

const origins = [
  { value: 'computer', label: 'From this computer' },
  { value: 'address', label: 'From a website' },
  { value: 'repository', label: 'From a repository' },
] as const;
type Origin = (typeof origins)[number]['value'];

interface Values {
  url: string;
  repository: { url: string; branch: string; folder: string };
  source: string;
  mode: string;
}

/** Where imported pages go: into a space or its change request, or into new spaces. */
export interface ImportTarget {
  spaceId?: string;
  changeRequestId?: string;
  /** The collection that gets new spaces. */
  parent?: string;
}

interface StartFormProps {
  organizationId: string;
  target: ImportTarget;
  /** Whether the space of the target has pages, which a change request then protects. */
  hasPages?: boolean;
  /** Whether the space of the target only changes by change requests: it is locked or has merge rules. */
  isLocked?: boolean;
  disabledReason?: string | undefined;
  onStarted: (run: ContentImportRun) => void;
}

/** Chooses what to import. The server then says what it recognized, before anything is written. */
export function StartForm({
  organizationId,
  target,
  hasPages = false,
  isLocked = false,
  ...rest
}: StartFormProps) {
  const { disabledReason, onStarted } = rest;
  const dropped = useStore(droppedFiles);
  const [origin, setOrigin] = useState<Origin>('computer');
  const [files, setFiles] = useState<readonly PickedFile[]>(dropped ?? []);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => droppedFiles.set(null), []);
  const form = useForm<Values, unknown, Values>({
    defaultValues: {
      url: '',
      repository: { url: '', branch: '', folder: '' },
      source: '',
      mode: hasPages || isLocked ? 'change-request' : 'direct',
    },
    resolver: contractResolver<Values>(zOrganizationContentImport.pick({ url: true }), (values) =>
      findMissing(origin, values),
    ),
  });
  const { start, progress, cancel } = useStart(organizationId);
  const problem = origin === 'computer' && files.length > 0 ? findPickedProblem(files) : undefined;
  const missing = origin === 'computer' && files.length === 0 && 'Choose a file or a folder.';

  const submit = form.handleSubmit(async (values) => {
    const body = toBody(origin, values, target);
    await start
      .mutateAsync({ body, files: origin === 'computer' ? files : [] })
      .then(onStarted, (failure: unknown) => {
        setMarked(setFieldErrors(form, failure));
      });
  });

  return (
    <form aria-label="Import" noValidate className="flex max-w-xl flex-col gap-4" onSubmit={submit}>
      <SegmentedControl label="Where from" options={origins} value={origin} onChange={setOrigin} />
      {origin === 'computer' && <FilePicker files={files} onFiles={setFiles} problem={problem} />}
      <SourceFields form={form} origin={origin} target={target} isLocked={isLocked} />
      <p className="text-ink-soft">
        The next step shows what Bindery recognized, before it writes anything. Private sources need an
        export: Bindery signs in to no other service.
      </p>
      <div className="flex gap-2">
        <Button
          type="submit"
          tone="primary"
          pending={start.isPending}
          disabledReason={disabledReason ?? problem ?? missing}
        >
          {start.isPending ? 'Preparing…' : 'Continue'}
        </Button>
        {start.isPending && <Button onClick={cancel}>Cancel</Button>}
      </div>
      {start.isPending && progress && <SendProgress {...progress} />}
      {start.error && <FormError error={start.error} fields={marked} />}
      {start.error && start.error.status !== 0 && <p className="text-ink-soft">Nothing was imported.</p>}
    </form>
  );
}

interface SourceFieldsProps extends Pick<StartFormProps, 'target' | 'isLocked'> {
  form: UseFormReturn<Values, unknown, Values>;
  origin: Origin;
}

/** What is imported, and into what. */
function SourceFields({ form: { control }, origin, target, isLocked = false }: SourceFieldsProps) {
  return (
    <>
      {origin === 'address' && (
        <TextField
          control={control}
          name="url"
          label="URL"
          inputMode="url"
          placeholder="https://docs.example.com/guide/"
          hint="A website is imported from this page downwards, up to 500 pages. Or the address of a file: ZIP, Word, Markdown, HTML, or a Google document that anyone may read."
        />
      )}
      {origin === 'repository' && <RepositoryFields control={control} />}
      <SelectField control={control} name="source" label="Kind of source" options={sourceOptions} />
      {target.spaceId !== undefined && target.changeRequestId === undefined && (
        <SelectField
          control={control}
          name="mode"
          label="Into"
          hint="Review a change request first, then merge or archive it."
          options={[
            { value: 'change-request', label: 'A new change request' },
            ...(isLocked ? [] : [{ value: 'direct', label: 'The space itself' }]),
          ]}
        />
      )}
    </>
  );
}

function SendProgress({ doing, done, total }: StartProgress) {
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className="text-ink-soft">
        {doing} {formatSize(done)} of {formatSize(total)}
      </p>
      <Progress label={doing} value={done} max={total} />
    </div>
  );
}

function RepositoryFields({ control }: Pick<UseFormReturn<Values, unknown, Values>, 'control'>) {
  return (
    <>
      <TextField
        control={control}
        name="repository.url"
        label="Repository"
        inputMode="url"
        placeholder="https://github.com/example/docs"
        hint="A public repository or wiki: its page at GitHub, GitLab, Bitbucket or Codeberg, or the address to clone it from."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="repository.branch"
          label="Branch"
          hint="Without one, the default branch."
          limit={255}
          optional
          code
        />
        <TextField
          control={control}
          name="repository.folder"
          label="Folder"
          hint="Without one, the whole repository."
          limit={1024}
          placeholder="docs"
          optional
          code
        />
      </div>
    </>
  );
}

interface FilePickerProps {
  files: readonly PickedFile[];
  onFiles: (files: readonly PickedFile[]) => void;
  problem: string | undefined;
}

/** Files or a folder, by dialog or by drop. */
function FilePicker({ files, onFiles, problem }: FilePickerProps) {
  const [isOver, setOver] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const pick = (list: FileList | null) => onFiles(filesOfInput(list));
  return (
    <div
      className={`flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragEnter={({ dataTransfer }) => setOver(holdsFiles(dataTransfer))}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void filesOfDrop(event.dataTransfer).then(onFiles);
      }}
    >
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => pick(target.files)}
      />
      <input
        ref={folderInput}
        type="file"
        hidden
        aria-label="Folder"
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => pick(target.files)}
      />
      {files.length === 0 ? (
        <p className="text-ink-soft">Drop a folder, an archive or files here, up to 1 GB.</p>
      ) : (
        <p className="flex items-center gap-2" role="status">
          <FileArchive aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          <span className="min-w-0 wrap-anywhere">
            <strong>{describePicked(files) || 'Several files'}</strong>, {formatCount(files.length, 'file')},{' '}
            {formatSize(bytes)}
          </span>
          <IconButton size="small" label="Choose other files" onClick={() => onFiles([])}>
            <X />
          </IconButton>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon={<FolderUp />} onClick={() => folderInput.current?.click()}>
          Choose folder…
        </Button>
        <Button icon={<FileArchive />} onClick={() => fileInput.current?.click()}>
          Choose files…
        </Button>
      </div>
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
    </div>
  );
}

interface StartVariables {
  body: OrganizationContentImport;
  files: readonly PickedFile[];
}

interface StartProgress {
  doing: string;
  done: number;
  total: number;
}

/** Sends the files, if there are any, then begins the import. */
function useStart(organizationId: string) {
  const [progress, setProgress] = useState<StartProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = useApiMutation<ContentImportRun, StartVariables>(
    {
      mutationFn: async ({ body, files }) => {
        controller.current = new AbortController();
        const { signal } = controller.current;
        const path = { organizationId };
        const uploads =
          files.length > 0 ? await sendFiles(organizationId, files, setProgress, signal) : undefined;
        const created = await importOrganizationContent({
          path,
          body: { ...body, ...(uploads && { uploads: [uploads] }), plan: true },
          throwOnError: true,
        });
        return created.data;
      },
    },
    { invalidates: [{ operation: 'listImports', path: { organizationId } }] },
  );
  return { start, progress, cancel: () => controller.current?.abort() };
}

async function sendFiles(
  organizationId: string,
  files: readonly PickedFile[],
  onProgress: (progress: StartProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const [{ packFiles }, { sendUpload }] = await Promise.all([
    import('./pack-files.ts'),
    import('./send-upload.ts'),
  ]);
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const file = await packFiles(files, {
    name: describePicked(files),
    onPacked: (done) => onProgress({ doing: 'Packing', done, total }),
    signal,
  });
  return sendUpload({
    organizationId,
    file,
    onProgress: (done) => onProgress({ doing: 'Uploading', done, total: file.size }),
    signal,
  });
}

function toBody(origin: Origin, values: Values, target: ImportTarget): OrganizationContentImport {
  const { url, repository, source, mode } = values;
  return {
    ...target,
    ...(origin === 'address' && { url: normalizeUrl(url) ?? url }),
    ...(origin === 'repository' && {
      repository: {
        url: normalizeUrl(repository.url) ?? repository.url,
        ...(repository.branch.trim() !== '' && { branch: repository.branch.trim() }),
        ...(repository.folder.trim() !== '' && { folder: repository.folder.trim() }),
      },
    }),
    // The selects only have the contract's values.
    ...(source !== '' && { source: source as NonNullable<OrganizationContentImport['source']> }),
    ...(target.spaceId !== undefined &&
      target.changeRequestId === undefined && {
        mode: mode as NonNullable<OrganizationContentImport['mode']>,
      }),
  };
}

function findMissing(origin: Origin, { url, repository }: Values): Partial<Record<string, string>> {
  if (origin === 'address' && url.trim() === '') return { url: 'Required' };
  if (origin === 'repository' && repository.url.trim() === '') return { 'repository.url': 'Required' };
  return {};
}
