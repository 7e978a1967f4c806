import { type Control, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { ApiSpecSource } from '#api/generated/types.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { TextFileInput } from '#src/components/form/text-file-input.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import { Field } from '#src/ui/form/field.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';

const MAX_URL_LENGTH = 2048;

/** Values of the specification forms. */
export interface SpecFormValues {
  slug: string;
  kind: 'url' | 'text';
  source: { url: string; text: string };
}

/** Validates the selected kind of source. */
export const sourceSchema = z
  .object({ kind: z.enum(['url', 'text']), source: z.object({ url: z.string(), text: z.string() }) })
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
  });

/** The source as the API expects it. */
export const toSource = ({ kind, source }: SpecFormValues): ApiSpecSource =>
  kind === 'url' ? { url: normalizeUrl(source.url) ?? source.url } : { text: source.text };

interface SourceFieldsProps {
  control: Control<SpecFormValues, unknown, SpecFormValues>;
}

/** Fields for the source: URL, pasted text or file. */
export function SourceFields({ control }: SourceFieldsProps) {
  const kind = useController({ control, name: 'kind' });
  const text = useController({ control, name: 'source.text' });
  const selectedKind = useWatch({ control, name: 'kind' });
  return (
    <>
      <div>
        <SegmentedControl
          label="Source"
          options={[
            { value: 'url', label: 'URL' },
            { value: 'text', label: 'Paste or upload' },
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
