import { Files, FolderUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { filesOfDrop, filesOfInput, type PickedFile } from '#src/domain/uploads/picked-files.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/select.tsx';
import type { SpecFormValues } from './source-fields.tsx';
import { mainCandidates, noSpecFiles, readSpecFiles, type SpecFiles } from './spec-files.ts';

interface SpecFilesFieldProps {
  control: Control<SpecFormValues, unknown, SpecFormValues>;
}

/** Chooses the files of a specification, or their folder, and which of them has the operations. */
export function SpecFilesField({ control }: SpecFilesFieldProps) {
  const { field, fieldState } = useController({ control, name: 'source.files' });
  const [note, setNote] = useState<{ problem?: string; leftOut?: string }>({});
  const { items } = field.value;
  const pick = async (picked: readonly PickedFile[]) => {
    const files = await readSpecFiles(picked).catch(() => ({ problem: 'The files couldn’t be read.' }));
    if ('problem' in files) return setNote(files);
    const { leftOut, ...chosen } = files;
    setNote(leftOut === undefined ? {} : { leftOut });
    field.onChange(chosen);
  };
  return (
    <div
      role="group"
      aria-label="Files"
      className="flex flex-col gap-3 rounded-lg border border-dashed border-line-strong p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void filesOfDrop(event.dataTransfer).then(pick);
      }}
    >
      <p role="status" className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          {items.length === 0
            ? 'Drop the folder or the JSON and YAML files here.'
            : `${formatCount(items.length, 'file')} chosen.`}{' '}
          {note.leftOut !== undefined && <span className="text-ink-soft">{note.leftOut}</span>}
        </span>
        {items.length > 0 && (
          <IconButton
            size="small"
            label="Remove files"
            onClick={() => {
              setNote({});
              field.onChange(noSpecFiles);
            }}
          >
            <X />
          </IconButton>
        )}
      </p>
      <PickButtons onPick={(picked) => void pick(picked)} />
      {note.problem !== undefined && (
        <Callout tone="danger" urgent>
          {note.problem}
        </Callout>
      )}
      {items.length === 0 ? (
        fieldState.error && <p className="text-danger-ink">{fieldState.error.message}</p>
      ) : (
        <MainFile files={field.value} error={fieldState.error?.message} onChange={field.onChange} />
      )}
    </div>
  );
}

interface MainFileProps {
  files: SpecFiles;
  error: string | undefined;
  onChange: (files: SpecFiles) => void;
}

/** Chooses the file with the operations. */
function MainFile({ files: { items, main }, error, onChange }: MainFileProps) {
  const candidates = mainCandidates(items);
  return (
    <Field
      label="Main file"
      hint="The one with the operations. References in the files are relative to their places."
      error={error}
    >
      {(attributes) => (
        <Select
          {...attributes}
          value={main}
          options={[
            ...(main === '' ? [{ value: '', label: 'Select a file' }] : []),
            ...candidates.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(value) => onChange({ items, main: value })}
        />
      )}
    </Field>
  );
}

/** Opens the browser's dialogs for a folder or for files. */
function PickButtons({ onPick }: { onPick: (picked: readonly PickedFile[]) => void }) {
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label="Choose files"
        accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
        onChange={({ target }) => onPick(filesOfInput(target.files))}
      />
      <input
        ref={folderInput}
        type="file"
        hidden
        aria-label="Choose folder"
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => onPick(filesOfInput(target.files))}
      />
      <Button icon={<FolderUp />} onClick={() => folderInput.current?.click()}>
        Choose folder…
      </Button>
      <Button icon={<Files />} onClick={() => fileInput.current?.click()}>
        Choose files…
      </Button>
    </div>
  );
}
