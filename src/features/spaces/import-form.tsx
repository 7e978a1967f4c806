import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { importSpaceContentMutation } from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { ContentImport, ContentImportResult, Space } from '#src/api/generated/types.gen.ts';
import { zImportSpaceContentBody } from '#src/api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { contractResolver, FormError } from '#src/components/form/form-parts.tsx';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { countOf } from '#src/lib/counts.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { importSources, importedInWords } from './import-words.ts';

interface Values {
  url: string;
  source: string;
}

/** Fetches pages and files from an address and adds them to a space; tells what came of it. */
export function ImportForm({ organizationId, space }: { organizationId: string; space: Space }) {
  const path = { spaceId: space.id };
  const [result, setResult] = useState<ContentImportResult | null>(null);
  const run = useApiMutation(importSpaceContentMutation(), {
    refreshes: [
      { operation: 'listSpacePages', path },
      { operation: 'listSpaceFiles', path },
      { operation: 'listSpaceLinks', path },
      { operation: 'getSpace', path },
    ],
  });
  const form = useForm<Values, unknown, Values>({
    defaultValues: { url: '', source: 'website' },
    resolver: contractResolver<Values>(zImportSpaceContentBody),
  });
  const source = importSources.find(({ value }) => value === form.watch('source'));
  const locked =
    space.editMode === 'locked' && 'The space is locked: unlock it, or import into a change request.';
  const refusal = unless(space.permissions.edit, needs.editor) ?? locked;

  const submit = form.handleSubmit(async ({ url, source: kind }) => {
    setResult(null);
    // What can be chosen are the members of the contract.
    const body = { url: url.trim(), source: kind as ContentImport['source'] };
    await run.mutateAsync({ path, body }).then(setResult, () => undefined);
  });

  return (
    <form aria-label="Import" noValidate className="flex max-w-xl flex-col gap-4" onSubmit={submit}>
      <SelectField control={form.control} name="source" label="Kind of source" options={importSources} />
      <TextField
        control={form.control}
        name="url"
        label="Address"
        inputMode="url"
        placeholder="https://"
        hint={`${source?.hint ?? ''} Only public addresses are fetched. Pages are added to those that are there.`}
      />
      <div>
        <Button type="submit" tone="primary" pending={run.isPending} disabledReason={refusal}>
          {run.isPending ? 'Importing…' : 'Import'}
        </Button>
      </div>
      {run.isPending && (
        <p role="status" className="text-ink-soft">
          Fetching and reading. Large sources take a minute. Nothing changes until all of it has been read.
        </p>
      )}
      {run.error && <FormError error={run.error} shownBeside={[]} />}
      {run.error && <p className="text-ink-soft">Nothing was imported: a failed import changes nothing.</p>}
      {result && (
        <Callout
          tone={result.importedResources < result.totalResources ? 'warning' : 'success'}
          urgent
          title={`Imported ${countOf(result.importedResources, 'page or file', 'pages and files')}`}
          action={
            <Link
              to="/o/$organizationId/spaces/$spaceId/pages"
              params={{ organizationId, spaceId: space.id }}
              className={buttonStyle('neutral', 'small')}
            >
              Show the pages
            </Link>
          }
        >
          {importedInWords(result)} Revision <code className="text-xs">{result.revision}</code>.
        </Callout>
      )}
    </form>
  );
}
