import { type DragEvent, useState } from 'react';
import { readTextFile, TextFileInput } from '#src/components/form/text-file-input.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/input.tsx';
import { type IdentityProviderMetadata, parseMetadata } from './metadata.ts';

interface MetadataImportProps {
  /** Called when valid metadata was parsed. */
  onImport: (provider: IdentityProviderMetadata) => void;
}

/** Fills the provider fields from pasted, dropped or uploaded metadata XML. */
export function MetadataImport({ onImport }: MetadataImportProps) {
  const [result, setResult] = useState<ReturnType<typeof parseMetadata> | null>(null);
  const parse = (xml: string) => {
    if (xml.trim() === '') return setResult(null);
    const parsed = parseMetadata(xml);
    setResult(parsed);
    if (!('problem' in parsed)) onImport(parsed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    readTextFile(event.dataTransfer.files, parse);
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
              onRead={parse}
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
              onChange={({ target }) => parse(target.value)}
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
            tone={result.warnings.length > 0 ? 'warning' : 'success'}
            title="Metadata imported into the fields below"
            urgent
          >
            {result.warnings.join(' ')}
          </Callout>
        )}
      </div>
    </details>
  );
}
