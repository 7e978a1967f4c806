import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getApiSpecQueryKey, putApiSpecMutation } from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { ApiSpec } from '#src/api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { ifUnchanged, versionOf } from '#src/api/versions.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { SourceFields, sourceOf, sourceSchema, type SpecFormValues } from './source-fields.tsx';
import { specRefreshes } from './spec-refreshes.ts';

interface ChangeSourceFormProps {
  organizationId: string;
  spec: ApiSpec;
  onClose: () => void;
}

/** Gives an API specification another source; the server reads it at once. */
export function ChangeSourceForm({ organizationId, spec, onClose }: ChangeSourceFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, specSlug: spec.slug };
  const [version, setVersion] = useState(() => versionOf(`/v1/orgs/${organizationId}/openapi/${spec.slug}`));
  const put = useApiMutation(putApiSpecMutation(), {
    refreshes: specRefreshes(organizationId),
    onSuccess: (changed) => queryClient.setQueryData(getApiSpecQueryKey({ path }), changed),
    onError(error) {
      // Told once that somebody else was here, whoever saves again means to overwrite it.
      if (error.status === 412) setVersion(undefined);
    },
  });
  return (
    <FormDialog<SpecFormValues>
      title={`Change the source of “${spec.slug}”`}
      description="The versions there are stay. When the document differs, it becomes the latest version."
      submitLabel={put.error?.status === 412 ? 'Change anyway' : 'Change source'}
      schema={sourceSchema}
      defaultValues={{
        slug: spec.slug,
        kind: spec.sourceURL === undefined ? 'text' : 'url',
        source: { url: spec.sourceURL ?? '', text: '' },
      }}
      error={put.error}
      pending={put.isPending}
      onSubmit={(values) =>
        put.mutateAsync({ path, body: { source: sourceOf(values) }, headers: ifUnchanged(version) })
      }
      onClose={onClose}
    >
      {({ control }) => <SourceFields control={control} />}
    </FormDialog>
  );
}
