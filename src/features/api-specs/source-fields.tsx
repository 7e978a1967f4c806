import { type Control, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { ApiSpecSource } from '#api/generated/types.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { TextFileInput } from '#src/components/form/text-file-input.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import { Field } from '#src/ui/form/field.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { useTakesSpecFiles } from './queries.ts';
import { SpecFilesField } from './spec-files-field.tsx';
import type { SpecFiles } from './spec-files.ts';

const MAX_URL_LENGTH = 2048;

/** Values of the specification forms. */
export interface SpecFormValues {
  slug: string;
  kind: 'url' | 'text' | 'files';
  source: { url: string; text: string; files: SpecFiles };
}

/** Validates the selected kind of source. */
export const sourceSchema = z
  .object({
    kind: z.enum(['url', 'text', 'files']),
    source: z.object({
      url: z.string(),
      text: z.string(),
      files: z.object({
        items: z.array(z.object({ name: z.string(), text: z.string() })),
        main: z.string(),
      }),
    }),
  })
  .superRefine(({ kind, source }, context) => {
    const url = normalizeUrl(source.url);
    if (kind === 'url' && (url === null || url.length > MAX_URL_LENGTH))
      context.addIssue({
        code: 'custom',
        path: ['source', 'url'],
        message: url
          ? `Must be at most ${formatNumber(MAX_URL_LENGTH)} characters.`
          : 'Enter a full URL, such as https://example.com/openapi.yaml.',
      });
    if (kind === 'text' && source.text.trim() === '')
      context.addIssue({
        code: 'custom',
        path: ['source', 'text'],
        message: 'Paste the document or choose a file.',
      });
    if (kind === 'files' && source.files.main === '')
      context.addIssue({
        code: 'custom',
        path: ['source', 'files'],
        message:
          source.files.items.length === 0
            ? 'Choose the files or their folder.'
            : 'Select the file with the operations.',
      });
  });

/** The source as the API expects it. */
export function toSource({ kind, source }: SpecFormValues): ApiSpecSource {
  if (kind === 'url') return { url: normalizeUrl(source.url) ?? source.url };
  return kind === 'text'
    ? { text: source.text }
    : { files: [...source.files.items], main: source.files.main };
}

interface SourceFieldsProps {
  control: Control<SpecFormValues, unknown, SpecFormValues>;
}

/** Fields for the source: URL, pasted text, one file or several. */
export function SourceFields({ control }: SourceFieldsProps) {
  const kind = useController({ control, name: 'kind' });
  const text = useController({ control, name: 'source.text' });
  const takesFiles = useTakesSpecFiles();
  const selectedKind = useWatch({ control, name: 'kind' });
  return (
    <>
      <div>
        <SegmentedControl
          label="Source"
          options={[
            { value: 'url', label: 'URL' },
            { value: 'text', label: 'Paste or upload' },
            // Servers of another make take one document.
            ...(takesFiles ? [{ value: 'files', label: 'Several files' } as const] : []),
          ]}
          value={selectedKind}
          onChange={kind.field.onChange}
        />
      </div>
      {selectedKind === 'url' ? (
        <TextField
          control={control}
          name="source.url"
          label="URL"
          hint="Must be public. You can check for updates at any time."
          placeholder="https://api.example.com/openapi.yaml"
          inputMode="url"
          limit={MAX_URL_LENGTH}
          code
        />
      ) : selectedKind === 'files' ? (
        <SpecFilesField control={control} />
      ) : (
        <>
          <Field label="File" optional hint="JSON or YAML.">
            {(attributes) => (
              <TextFileInput
                {...attributes}
                accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
                onRead={text.field.onChange}
              />
            )}
          </Field>
          <TextField
            control={control}
            name="source.text"
            label="Document"
            hint="OpenAPI 2.0 or 3. Upload it again to update it."
            multiline
            code
          />
        </>
      )}
    </>
  );
}
