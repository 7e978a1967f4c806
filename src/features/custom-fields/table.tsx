import { linkOptions, useRouter } from '@tanstack/react-router';
import { Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomField } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import {
  customFieldsLabel,
  deleteDialogLabel,
  descriptionLabel,
  typeLabel,
  updatedLabel,
} from '#src/lib/shared-labels.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Time } from '#src/ui/time.tsx';
import { useDeleteField } from './actions.ts';
import { fieldTitle, mayEditField, typeLabelOf } from './labels.ts';
import { fieldNameToParam } from './queries.ts';

const columns: readonly Column<CustomField>[] = [
  {
    id: 'field',
    header: 'Field',
    cell: (field) => (
      <span className="truncate">
        <bdi>{fieldTitle(field)}</bdi>
        {field.title && <code className="ml-2 text-xs font-normal text-ink-soft">{field.name}</code>}
      </span>
    ),
  },
  {
    id: 'type',
    header: typeLabel,
    width: '9rem',
    cell: ({ type }) => <span data-tip={typeLabelOf(type).description}>{typeLabelOf(type).label}</span>,
  },
  {
    id: 'description',
    header: descriptionLabel,
    width: '32%',
    from: 'lg',
    phone: 'hidden',
    cell: ({ description, options }) => (
      <span dir="auto" className="truncate text-ink-soft">
        {description || options?.join(', ') || '–'}
      </span>
    ),
  },
  {
    id: 'changed',
    header: updatedLabel,
    width: '9rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
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
        label: deleteDialogLabel,
        icon: <Trash2 />,
        tone: 'danger',
        disabledReason,
        onSelect: () => void deleteField(field),
      },
    ];
  };

  return (
    <DataTable
      label={customFieldsLabel}
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
