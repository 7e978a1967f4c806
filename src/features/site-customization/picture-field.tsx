import { ImageUp, X } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { createSitePictureMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SitePicture } from '#api/generated/types.gen.ts';
import { errorMessage, fieldErrors } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { pictureUrl } from '#src/lib/text/urls.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import type { Appearance, PictureName } from './appearance.ts';
import { encodeFile, findFileProblem, pictureTypes } from './picture-file.ts';
import type { SitePath } from './queries.ts';

interface PictureFieldProps {
  control: Control<Appearance, unknown, Appearance>;
  name: PictureName;
  path: SitePath;
  label: string;
  hint?: string;
  /** The pictures that are known, by id. */
  pictures: ReadonlyMap<string, SitePicture>;
  onUploaded: (picture: SitePicture) => void;
  /** The background that it is shown on. */
  ground: 'light' | 'dark' | 'any';
}

/** A picture of the site: uploaded as soon as it is selected, shown to visitors once the form is saved. */
export function PictureField(props: PictureFieldProps) {
  const { control, name, path, label, hint, pictures, onUploaded, ground } = props;
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { field, fieldState } = useController({ control, name });
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useApiMutation(createSitePictureMutation(), { invalidates: [] });
  const picture = pictures.get(field.value);

  const select = async (file: File | undefined) => {
    if (!file) return;
    setProblem(findFileProblem(file));
    if (findFileProblem(file) !== null) return;
    try {
      const body = { data: await encodeFile(file) };
      const uploaded = await upload.mutateAsync({ path: { ...path }, body });
      onUploaded(uploaded);
      field.onChange(uploaded.id);
    } catch (failure) {
      setProblem(fieldErrors(failure).get('data') ?? errorMessage(failure));
    }
  };

  return (
    <Field label={label} hint={hint} error={problem ?? fieldState.error?.message} optional>
      {(attributes) => (
        <div className="flex flex-wrap items-center gap-2">
          <span className={`${ground === 'any' ? '' : ground} picture-ground`}>
            {picture && <img src={pictureUrl(picture.url)} alt={label} />}
          </span>
          {!isReadOnly && (
            <>
              <input
                ref={input}
                type="file"
                hidden
                accept={pictureTypes.join(',')}
                onChange={({ target }) => {
                  void select(target.files?.[0]);
                  // Allows selecting the same file again after it was edited.
                  target.value = '';
                }}
              />
              <Button
                {...attributes}
                aria-invalid={undefined}
                aria-required={undefined}
                aria-label={picture ? `Replace ${label.toLowerCase()}…` : `Upload ${label.toLowerCase()}…`}
                icon={<ImageUp />}
                pending={upload.isPending}
                onClick={() => input.current?.click()}
              >
                {picture ? 'Replace…' : 'Upload…'}
              </Button>
              {field.value !== '' && (
                <IconButton label={`Remove ${label.toLowerCase()}`} onClick={() => field.onChange('')}>
                  <X />
                </IconButton>
              )}
            </>
          )}
        </div>
      )}
    </Field>
  );
}
