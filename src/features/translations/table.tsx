import { linkOptions, useRouter } from '@tanstack/react-router';
import { Languages, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatNameList } from '#src/lib/text/format.ts';
import { languageName, ownLanguageName } from '#src/lib/text/language-names.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useDeleteTranslation } from './actions.ts';

/** Languages with English name, native name and tag. */
export function TranslationLanguages({ languages }: { languages: readonly string[] }) {
  if (languages.length === 0)
    return (
      <EmptyState icon={<Languages />} title="No languages yet" className="rounded-lg border border-line">
        Languages come from an external translation platform.
      </EmptyState>
    );
  return (
    <ul aria-label="Languages" className="divide-y divide-line rounded-lg border border-line">
      {languages.map((tag) => {
        const nativeName = ownLanguageName(tag);
        return (
          <li key={tag} className="flex items-baseline gap-3 px-4 py-2.5">
            <span className="font-medium">{languageName(tag)}</span>
            {nativeName !== null && nativeName !== languageName(tag) && (
              <span lang={tag} dir="auto" className="min-w-0 truncate text-ink-soft">
                {nativeName}
              </span>
            )}
            <code className="ml-auto text-xs text-ink-soft">{tag}</code>
          </li>
        );
      })}
    </ul>
  );
}

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
    grow: true,
    cell: ({ languages }) =>
      languages.length === 0
        ? 'No languages yet'
        : formatNameList(languages.map(languageName), languages.length),
    tip: ({ languages }) => languages.map(languageName).join(', ') || undefined,
  },
  timeColumn({
    id: 'changed',
    header: 'Updated',
    from: 'md',
    phone: 'hidden',
    time: ({ updatedAt }) => updatedAt,
  }),
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
