import { linkOptions, useRouter } from '@tanstack/react-router';
import { Languages, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { formatNameList } from '#src/lib/format-name-list.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Time } from '#src/ui/time.tsx';
import { languageName } from '#src/lib/language-names.ts';
import { useDeleteTranslation } from './translation-deletion.ts';

const columns: readonly Column<TranslationSettings>[] = [
  {
    id: 'title',
    header: 'Title',
    cell: ({ title }) => (
      <span dir="auto" className="truncate">
        {title}
      </span>
    ),
  },
  {
    id: 'languages',
    header: 'Languages',
    width: '45%',
    cell: ({ languages }) =>
      languages.length === 0 ? (
        <span className="text-ink-soft">No languages yet</span>
      ) : (
        <span data-tip={languages.map(languageName).join(', ')}>
          {formatNameList(languages.map(languageName), languages.length)}
        </span>
      ),
  },
  {
    id: 'changed',
    header: 'Updated',
    width: '9rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];

interface TranslationsTableProps {
  organizationId: string;
  list: List<TranslationSettings>;
  empty: ReactNode;
}

/** The translation settings with their actions. */
export function TranslationsTable({ organizationId, list, empty }: TranslationsTableProps) {
  const { navigate } = useRouter();
  const deleteTranslation = useDeleteTranslation(organizationId);
  const paramsOf = ({ id }: TranslationSettings) => ({ organizationId, translationSettingsId: id });
  const linkOf = (settings: TranslationSettings) =>
    linkOptions({
      to: '/o/$organizationId/translations/$translationSettingsId',
      params: paramsOf(settings),
    });

  const menuOf = (settings: TranslationSettings): MenuEntry[] => {
    const disabledReason = reasonUnless(settings.permissions.edit, permissionReasons.administrator);
    return [
      { label: 'Open', icon: <Languages />, onSelect: () => void navigate(linkOf(settings)) },
      {
        label: 'Rename…',
        icon: <Pencil />,
        disabledReason,
        onSelect: () =>
          void navigate({
            to: '/o/$organizationId/translations/$translationSettingsId/rename',
            params: paramsOf(settings),
          }),
      },
      'separator',
      {
        label: 'Delete…',
        icon: <Trash2 />,
        tone: 'danger',
        disabledReason,
        onSelect: () => void deleteTranslation(settings),
      },
    ];
  };

  return (
    <DataTable
      label="Translation settings"
      noun="translation setting"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
