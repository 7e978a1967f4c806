import { type DragEvent, useState } from 'react';
import { readTextFile, TextFileInput } from '#src/components/form/text-file-input.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/input.tsx';
import { type IdentityProvider, readMetadata } from './metadata.ts';

interface MetadataImportProps {
  /** Called with what a document says as soon as one was read. */
  onRead: (provider: IdentityProvider) => void;
}

/** Takes the metadata of an identity provider, pasted, dropped or as a file, and fills the fields from it. */
export function MetadataImport({ onRead }: MetadataImportProps) {
  const [result, setResult] = useState<ReturnType<typeof readMetadata> | null>(null);
  const read = (xml: string) => {
    if (xml.trim() === '') return setResult(null);
    const found = readMetadata(xml);
    setResult(found);
    if (!('problem' in found)) onRead(found);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    readTextFile(event.dataTransfer.files, read);
  };
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer font-medium">Import metadata XML</summary>
      <div className="mt-3 flex flex-col gap-3">
        <Field label="Metadata file" optional>
          {(control) => (
            <TextFileInput
              {...control}
              accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
              onRead={read}
            />
          )}
        </Field>
        <Field
          label="Metadata"
          optional
          hint="Paste the XML or drop the file here. It stays in this browser."
        >
          {(control) => (
            <Textarea
              {...control}
              spellCheck={false}
              className="max-h-40 font-mono text-xs"
              placeholder="<EntityDescriptor …>"
              onChange={({ target }) => read(target.value)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop}
            />
          )}
        </Field>
        {result && 'problem' in result && (
          <Callout tone="danger" urgent>
            {result.problem}
          </Callout>
        )}
        {result && !('problem' in result) && (
          <Callout
            tone={result.remarks.length > 0 ? 'warning' : 'success'}
            title="Metadata imported into the fields below"
            urgent
          >
            {result.remarks.join(' ')}
          </Callout>
        )}
      </div>
    </details>
  );
}
