import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ContentImport, ContentImportResult, Space } from '#api/generated/types.gen.ts';
import { zImportSpaceContentBody } from '#api/generated/zod.gen.ts';
import { useContentImports } from '#src/api/content-imports.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { contractResolver, FormError, setFieldErrors } from '#src/components/form/form-validation.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { describeImportResult, offeredImportSources } from './labels.ts';

interface Values {
  url: string;
  source: string;
}

/** Queries to invalidate after an import. */
const spaceQueries = [
  'listSpacePages',
  'listSpaceFiles',
  'listSpaceLinks',
  'getSpaceContent',
  'listSpaceRevisions',
  'getSpace',
] as const;
const changeRequestQueries = [
  'listChangeRequestPages',
  'listChangeRequestFiles',
  'listChangeRequestLinks',
  'getChangeRequestContent',
  'getChangeRequestChanges',
  'getChangeRequest',
] as const;

interface ImportFormProps {
  organizationId: string;
  space: Space;
  /** The change request to import into, by number and identifier, and why it can't be changed; omitted for the space itself. */
  target?: { changeRequest: string; id: string; denialReason: string | undefined };
}

/** Imports pages and files from a URL into a space or change request and shows the result. */
export function ImportForm({ organizationId, space, target }: ImportFormProps) {
  const [result, setResult] = useState<ContentImportResult | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const imports = useContentImports({
    organizationId,
    spaceId: space.id,
    ...(target && { changeRequest: { number: target.changeRequest, id: target.id } }),
  });
  const run = useApiMutation(
    { mutationFn: imports.send },
    {
      optional: imports.operation,
      invalidates: (target ? changeRequestQueries : spaceQueries).map((operation) => ({
        operation,
        path: { spaceId: space.id },
      })),
    },
  );
  const form = useForm<Values, unknown, Values>({
    defaultValues: { url: '', source: 'website' },
    resolver: contractResolver<Values>(zImportSpaceContentBody),
  });
  const sources = offeredImportSources(imports.sources);
  const source = sources.find(({ value }) => value === form.watch('source'));
  const lockedReason =
    space.editMode === 'locked' && 'The space is locked. Unlock it or import into a change request.';
  const denialReason =
    (!imports.isOffered && 'The console can’t import content at this server.') ||
    (reasonUnless(space.permissions.edit, permissionReasons.editor) ??
      (target ? target.denialReason : lockedReason));

  const submit = form.handleSubmit(async ({ url, source: kind }) => {
    setResult(null);
    // The select only offers the contract's values.
    const body = { url: normalizeUrl(url) ?? url, source: kind as ContentImport['source'] };
    await run
      .mutateAsync(body)
      .then(setResult, (failure: unknown) => setMarked(setFieldErrors(form, failure)));
  });

  return (
    <form aria-label="Import" noValidate className="flex max-w-xl flex-col gap-4" onSubmit={submit}>
      <SelectField control={form.control} name="source" label="Source" options={sources} />
      <TextField
        control={form.control}
        name="url"
        label="URL"
        inputMode="url"
        placeholder="https://"
        hint={`${source?.hint ?? ''} Must be public. Imported pages are added to existing ones.`}
      />
      <div>
        <Button type="submit" tone="primary" pending={run.isPending} disabledReason={denialReason}>
          {run.isPending ? 'Importing…' : 'Import'}
        </Button>
      </div>
      {run.isPending && (
        <p role="status" className="text-ink-soft">
          Importing. Large sources take about a minute. Pages are added when everything is ready.
        </p>
      )}
      {run.error && <FormError error={run.error} fields={marked} />}
      {run.error && run.error.status !== 0 && <p className="text-ink-soft">Nothing was imported.</p>}
      {result && (
        <ImportResult result={result} organizationId={organizationId} space={space} target={target} />
      )}
    </form>
  );
}

function ImportResult({
  result,
  organizationId,
  space,
  target,
}: ImportFormProps & { result: ContentImportResult }) {
  const params = { organizationId, spaceId: space.id };
  const pagesLink = target
    ? linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content',
        params: { ...params, changeRequest: target.changeRequest },
      })
    : linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages', params });
  return (
    <Callout
      tone={result.importedResources < result.totalResources ? 'warning' : 'success'}
      urgent
      title={`Imported ${formatCount(result.importedResources, 'page or file', 'pages and files')}`}
      action={
        <Link {...pagesLink} className={buttonStyle('neutral', 'small')}>
          View pages
        </Link>
      }
    >
      {describeImportResult(result)}
      {result.revision !== '' && (
        <>
          {' '}
          Revision <code className="text-xs">{result.revision}</code>.
        </>
      )}
    </Callout>
  );
}
