import { useQuery } from '@tanstack/react-query';
import { linkOptions, useRouter } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { CustomField, Organization } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { openTool } from '#src/components/layout/layout-state.ts';
import { SpacePicker } from '#src/domain/pickers/space-picker.tsx';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { fetchAllValues } from '#src/features/custom-fields/queries.ts';
import { SpaceValues } from '#src/features/custom-fields/space-values.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { matrixToRows } from './matrix-file.ts';

interface SingleSpaceValuesProps {
  organizationId: string;
  spaceId: string | undefined;
  onSelect: (spaceId: string) => void;
}

/** Replaces the matrix if the server can't list the values of all spaces. */
export function SingleSpaceValues({ organizationId, spaceId, onSelect }: SingleSpaceValuesProps) {
  const {
    data: space,
    error,
    refetch,
  } = useQuery({
    ...getSpaceOptions({ path: { spaceId: spaceId ?? '' } }),
    enabled: spaceId !== undefined,
  });
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Callout title="One space at a time">
        This server can’t list the values of all spaces, so the matrix and CSV are not available. Select a
        space to edit its values.
      </Callout>
      <Field label="Space">
        {(control) => (
          <SpacePicker
            organizationId={organizationId}
            control={control}
            value={space ? [space] : []}
            onChange={([picked]) => picked && onSelect(picked.id)}
          />
        )}
      </Field>
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {space && <SpaceValues organizationId={organizationId} space={space} />}
    </div>
  );
}

interface MatrixToolsProps {
  organization: Organization;
  fields: readonly CustomField[];
}

/** Menu of the matrix: export and import. */
export function MatrixTools({ organization, fields }: MatrixToolsProps) {
  const { navigate } = useRouter();
  const organizationId = organization.id;
  return (
    <ListMenu
      moreEntries={() => [
        {
          label: 'Export CSV…',
          icon: <Download />,
          onSelect: () =>
            openTool.set({
              kind: 'export',
              job: {
                title: `Custom fields in ${organization.title}`,
                noun: 'space',
                fetchRows: async (signal, onProgress) =>
                  matrixToRows(await fetchAllValues(organizationId, signal, onProgress), fields),
              },
            }),
        },
        {
          label: 'Import CSV…',
          icon: <Upload />,
          onSelect: () =>
            void navigate(
              linkOptions({
                to: '/o/$organizationId/custom-fields/matrix/import',
                params: { organizationId },
              }),
            ),
        },
      ]}
    />
  );
}
