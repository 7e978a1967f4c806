import { linkOptions, useRouter } from '@tanstack/react-router';
import { Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomField } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useDeleteField } from './actions.ts';
import { fieldTitle, mayEditField, typeLabelOf } from './labels.ts';
import { fieldNameToParam } from './queries.ts';

const columns: readonly Column<CustomField>[] = [
  {
    id: 'field',
    header: 'Field',
    cell: (field) => (
      <span className="two-lines">
        {field.title ? `${field.title}\n` : field.name}
        {field.title && <code>{field.name}</code>}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: '9rem',
    cell: ({ type }) => typeLabelOf(type).label,
    tip: ({ type }) => typeLabelOf(type).description,
  },
  {
    id: 'description',
    header: 'Description',
    grow: true,
    from: 'lg',
    phone: 'hidden',
    cell: ({ description, options }) => description || options?.join(', '),
  },
  timeColumn({
    id: 'changed',
    header: 'Updated',
    from: 'md',
    phone: 'hidden',
    time: ({ updatedAt }) => updatedAt,
  }),
];

interface FieldsTableProps {
  organizationId: string;
  list: List<CustomField>;
  empty: ReactNode;
}

/** The custom fields with their actions. */
export function FieldsTable({ organizationId, list, empty }: FieldsTableProps) {
  const { navigate } = useRouter();
  const deleteField = useDeleteField(organizationId);
  const paramsOf = ({ name }: CustomField) => ({ organizationId, fieldName: fieldNameToParam(name) });
  const linkOf = (field: CustomField) =>
    linkOptions({ to: '/o/$organizationId/custom-fields/$fieldName', params: paramsOf(field) });

  const menuOf = (field: CustomField): MenuEntry[] => {
    const disabledReason = reasonUnless(mayEditField(field), permissionReasons.administrator);
    return [
      { label: 'Open', icon: <TextCursorInput />, onSelect: () => void navigate(linkOf(field)) },
      {
        label: 'Edit…',
        icon: <Pencil />,
        disabledReason,
        onSelect: () =>
          void navigate({
            to: '/o/$organizationId/custom-fields/$fieldName/edit',
            params: paramsOf(field),
          }),
      },
      'separator',
      {
        label: 'Delete…',
        icon: <Trash2 />,
        tone: 'danger',
        disabledReason,
        onSelect: () => void deleteField(field),
      },
    ];
  };

  return (
    <DataTable
      label="Custom fields"
      noun="custom field"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={fieldTitle}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
