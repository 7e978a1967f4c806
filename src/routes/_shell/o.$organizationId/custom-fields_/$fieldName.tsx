import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { getCustomFieldOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useDeleteField } from '#src/features/custom-fields/actions.ts';
import { FieldDetails, FieldSpaces } from '#src/features/custom-fields/details.tsx';
import { fieldTitle, mayEditField } from '#src/features/custom-fields/labels.ts';
import { fieldPathOf, allValuesOf, computeFieldUse } from '#src/features/custom-fields/queries.ts';
import { customFieldsLabel, deleteDialogLabel } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields_/$fieldName')({
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(getCustomFieldOptions({ path: fieldPathOf(params) })),
  component: CustomFieldPage,
});

/** A custom field and the spaces with a value for it. */
function CustomFieldPage() {
  const params = Route.useParams();
  const { organizationId } = params;
  const navigate = Route.useNavigate();
  const { data: field } = useSuspenseQuery(getCustomFieldOptions({ path: fieldPathOf(params) }));
  const { data: all, error, refetch } = useQuery(allValuesOf(useQueryClient(), organizationId));
  const use = all && computeFieldUse(all.items, field.name);
  const deleteField = useDeleteField(organizationId);
  const edit = mayEditField(field);
  const disabledReason = reasonUnless(edit, permissionReasons.administrator);
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/custom-fields/$fieldName/edit' });
      return edit ? [{ label: 'Edit custom field', keys: 'e', icon: <Pencil />, run }] : [];
    }, [edit, navigate]),
  );

  const remove = async () => {
    if (await deleteField(field))
      await navigate({ to: '/o/$organizationId/custom-fields', params, replace: true });
  };

  return (
    <Page
      title={fieldTitle(field)}
      layout="form"
      crumbs={[
        { label: customFieldsLabel, link: linkOptions({ to: '/o/$organizationId/custom-fields', params }) },
        { label: fieldTitle(field) },
      ]}
      actions={
        <>
          <Button
            tone="quiet-danger"
            icon={<Trash2 />}
            disabledReason={disabledReason}
            onClick={() => void remove()}
          >
            {deleteDialogLabel}
          </Button>
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/custom-fields/$fieldName/edit', params })}
            disabledReason={disabledReason}
            icon={<Pencil />}
          >
            Edit
          </LinkButton>
        </>
      }
    >
      <FieldDetails field={field} use={use ?? null} />
      <div className="mt-8 mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-base font-semibold">Spaces with a value</h2>
        {use && (
          <span className="text-ink-soft tabular-nums">
            {use.spaces.length} of {formatCount(use.total, 'space')}
          </span>
        )}
      </div>
      {error ? (
        <FetchFailure error={error} onRetry={refetch} />
      ) : (
        <FieldSpaces organizationId={organizationId} use={use} />
      )}
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
