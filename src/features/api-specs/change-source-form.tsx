import { useQueryClient } from '@tanstack/react-query';
import {
  getApiSpecOptions,
  getApiSpecQueryKey,
  putApiSpecMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ApiSpec } from '#api/generated/types.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { specInvalidations } from './queries.ts';
import { SourceFields, toSource, sourceSchema, type SpecFormValues } from './source-fields.tsx';
import { noSpecFiles } from './spec-files.ts';

const valuesOf = ({ slug, sourceURL }: ApiSpec): SpecFormValues => ({
  slug,
  kind: sourceURL === undefined ? 'text' : 'url',
  source: { url: sourceURL ?? '', text: '', files: noSpecFiles },
});

interface ChangeSourceFormProps {
  organizationId: string;
  spec: ApiSpec;
  onClose: () => void;
}

/** Changes the source of an API specification; the server processes it immediately. */
export function ChangeSourceForm({ organizationId, spec, onClose }: ChangeSourceFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, specSlug: spec.slug };
  const put = useApiMutation(putApiSpecMutation(), {
    invalidates: specInvalidations(organizationId),
    onSuccess: (changed) => queryClient.setQueryData(getApiSpecQueryKey({ path }), changed),
  });
  return (
    <FormDialog<SpecFormValues>
      title={`Change source of “${spec.slug}”`}
      description="Existing versions are kept. A changed document becomes the latest version."
      submitLabel="Change source"
      schema={sourceSchema}
      defaultValues={valuesOf(spec)}
      guard={{
        path: `/v1/orgs/${organizationId}/openapi/${spec.slug}`,
        labels: { source: 'Source' },
        formatters: { source: ({ source }) => source.url || 'Uploaded document' },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, getApiSpecOptions({ path }))),
      }}
      error={put.error}
      pending={put.isPending}
      onSubmit={async (values, before) => {
        // The user kept the other person's value, which is already saved.
        if (before.source.url !== (spec.sourceURL ?? '') && values.source === before.source) return;
        await put.mutateAsync({ path, body: { source: toSource(values) } });
      }}
      onClose={onClose}
    >
      {({ control }) => <SourceFields control={control} />}
    </FormDialog>
  );
}
