import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { getCustomFieldOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Section, SideBySide } from '#src/components/layout/record.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useDeleteField } from '#src/features/custom-fields/actions.ts';
import { FieldDetails, FieldSpaces } from '#src/features/custom-fields/details.tsx';
import { fieldTitle, mayEditField } from '#src/features/custom-fields/labels.ts';
import {
  fieldPathOf,
  allValuesOf,
  computeFieldUse,
  optionalFields,
} from '#src/features/custom-fields/queries.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields_/$fieldName')({
  loader: ({ context: { queryClient }, params }) =>
    loadOptional(queryClient, optionalFields(params.organizationId), () =>
      queryClient.ensureQueryData(getCustomFieldOptions({ path: fieldPathOf(params) })),
    ),
  component: CustomFieldPage,
});

/** A custom field and the spaces with a value for it. */
function CustomFieldPage() {
  const params = Route.useParams();
  const { organizationId } = params;
  const navigate = Route.useNavigate();
  const { data: field } = useSuspenseQuery(getCustomFieldOptions({ path: fieldPathOf(params) }));
  const { data: all, error, refetch } = useQuery(allValuesOf(organizationId));
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
      layout="record"
      crumbs={[
        { label: 'Custom fields', link: linkOptions({ to: '/o/$organizationId/custom-fields', params }) },
        { label: fieldTitle(field) },
      ]}
      actions={
        <>
          <DeleteMenu disabledReason={disabledReason} onDelete={() => void remove()} />
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
      <SideBySide side={<FieldDetails field={field} use={use ?? null} />}>
        <Section
          title="Spaces with a value"
          count={use && `${formatNumber(use.spaces.length)} of ${formatCount(use.total, 'space')}`}
        >
          {error ? (
            <FetchFailure error={error} onRetry={refetch} />
          ) : (
            <FieldSpaces organizationId={organizationId} use={use} />
          )}
        </Section>
      </SideBySide>
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
