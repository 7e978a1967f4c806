import { linkOptions, useRouter } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import type { CustomField, Organization } from '#api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { ListMenu } from '#src/components/saved-views/list-menu.tsx';
import { fetchAllValues } from './field-use.ts';
import { matrixToRows } from './matrix-file.ts';

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
