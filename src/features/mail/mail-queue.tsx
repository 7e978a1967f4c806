import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { resendMailMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Mail, MailKind, MailState } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { mailKindLabels, mailStateLabels } from './labels.ts';
import { type MailSearch, parseMailSearch } from './queries.ts';

const columns: readonly Column<Mail>[] = [
  { id: 'email', header: 'Recipient', cell: ({ email }) => <Address text={email} /> },
  {
    id: 'kind',
    header: 'Type',
    width: '11rem',
    phone: 'meta',
    cell: ({ kind }) => mailKindLabels[kind],
  },
  {
    id: 'state',
    header: 'State',
    width: '6rem',
    phone: 'aside',
    cell: ({ state }) => {
      const { name, tone, tip } = mailStateLabels[state];
      return (
        <Badge tone={tone} tip={tip}>
          {name}
        </Badge>
      );
    },
  },
  {
    id: 'error',
    header: 'Error',
    grow: true,
    from: 'md',
    phone: 'hidden',
    cell: ({ error }) => error && <span className="min-w-0 truncate">{error}</span>,
    tip: ({ error, attempts }) => error && `${error} (${formatCount(attempts, 'attempt')})`,
  },
  timeColumn({
    id: 'created',
    header: 'Created',
    width: '8.5rem',
    phone: 'meta',
    time: (mail) => mail.createdAt,
  }),
];

interface MailTableProps {
  organizationId: string;
  list: List<Mail>;
  empty: ReactNode;
}

/** The mail of an organization; what failed can be sent again. */
export function MailTable({ organizationId, list, empty }: MailTableProps) {
  const { mutateAsync } = useApiMutation(resendMailMutation(), {
    invalidates: ['listMails', 'getMailSettings'],
  });
  const resend = async (mailId: string) => {
    try {
      await mutateAsync({ path: { organizationId, mailId } });
      toast('Sending again');
    } catch (error) {
      toastFailure(error, () => void resend(mailId));
    }
  };
  return (
    <DataTable
      label="Mail queue"
      noun="mail"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ kind, email }) => `${mailKindLabels[kind]} to ${email}`}
      rowMenu={({ id, state, error }) => [
        {
          label: 'Send again',
          icon: <Send />,
          ...(error !== undefined && { hint: error }),
          disabledReason: state !== 'failed' && 'Only a mail that failed can be sent again.',
          onSelect: () => void resend(id),
        },
      ]}
      empty={empty}
    />
  );
}

interface MailFiltersProps {
  search: MailSearch;
  onChange: (search: MailSearch) => void;
}

export function MailFilters({ search, onChange }: MailFiltersProps) {
  const { q = '', state = '', kind = '' } = search;
  const change = (name: keyof MailSearch, value: string) =>
    onChange(parseMailSearch({ ...search, [name]: value }));
  const active = [state, kind].filter(Boolean).length;
  return (
    <FilterBar
      active={active}
      onClear={() => onChange(parseMailSearch({ q }))}
      search={<SearchField label="Search recipients" value={q} onSearch={(text) => change('q', text)} />}
    >
      <Select
        aria-label="State"
        value={state}
        options={[
          { value: '', label: 'Any state' },
          ...(Object.keys(mailStateLabels) as MailState[]).map((value) => ({
            value,
            label: mailStateLabels[value].name,
          })),
        ]}
        onChange={(chosen) => change('state', chosen)}
        className="w-full sm:w-36"
      />
      <Select
        aria-label="Type"
        value={kind}
        options={[
          { value: '', label: 'All types' },
          ...(Object.keys(mailKindLabels) as MailKind[]).map((value) => ({
            value,
            label: mailKindLabels[value],
          })),
        ]}
        onChange={(chosen) => change('kind', chosen)}
        className="w-full sm:w-52"
      />
    </FilterBar>
  );
}
