import { RotateCw, Send } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Webhook, WebhookDelivery } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { exactTime } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { disabledMessage, useResend } from './actions.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { type DeliverySearch, deliveryStateNames, parseDeliverySearch } from './delivery-search.ts';
import { deliveryStates, describeAnswer, kindGroups, kindLabel, kindsOf } from './labels.ts';
import { deliveriesOf, type WebhookPath } from './queries.ts';

const columns: readonly Column<WebhookDelivery>[] = [
  { id: 'type', header: 'Event', cell: ({ type }) => <span className="truncate">{kindLabel(type)}</span> },
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    phone: 'aside',
    cell: ({ state }) => <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].label}</Badge>,
  },
  {
    id: 'answer',
    header: 'Answer',
    width: '12rem',
    from: 'md',
    phone: 'hidden',
    cell: (delivery) => describeAnswer(delivery),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '5.5rem',
    align: 'end',
    from: 'lg',
    phone: 'hidden',
    cell: ({ attempts }) => attempts,
  },
  timeColumn({ id: 'created', header: 'Time', phone: 'meta', time: ({ createdAt }) => createdAt }),
];

const skeleton = <TableSkeleton columns={[7, 9]} selectable />;
const kindOptions = kindGroups.flatMap((group) => kindsOf(group));

interface DeliveriesProps {
  path: WebhookPath;
  webhook: Webhook;
  search: DeliverySearch;
  onSearch: (search: DeliverySearch) => void;
}

/** The deliveries of a webhook with filters; the URL has the open one. */
export function Deliveries(props: DeliveriesProps) {
  const { path, webhook, search, onSearch } = props;
  const visibleSearch = useDeferredValue(search);
  const { state, type } = search;
  const change = (name: 'state' | 'type', value: string) =>
    onSearch(parseDeliverySearch({ ...search, [name]: value }));
  const chips = [
    ...(state
      ? [{ label: `State: ${deliveryStates[state].label}`, onRemove: () => change('state', '') }]
      : []),
    ...(type ? [{ label: kindLabel(type), onRemove: () => change('type', '') }] : []),
  ];
  return (
    <>
      <FilterBar active={chips.length} onClear={() => onSearch({})} chips={chips}>
        <Select
          aria-label="State"
          value={state ?? ''}
          options={[
            { value: '', label: 'All states' },
            ...deliveryStateNames.map((value) => ({ value, label: deliveryStates[value].label })),
          ]}
          onChange={(value) => change('state', value)}
          className="w-full sm:w-40"
        />
        <Select
          aria-label="Kind of event"
          value={type ?? ''}
          options={[
            { value: '', label: 'All kinds' },
            { value: 'webhook.test', label: kindLabel('webhook.test') },
            ...kindOptions.map((value) => ({ value, label: kindLabel(value) })),
          ]}
          onChange={(value) => change('type', value)}
          className="w-full sm:w-56"
        />
      </FilterBar>
      <ListSection
        query={deliveriesOf(path, visibleSearch)}
        isStale={visibleSearch !== search}
        skeleton={skeleton}
      >
        {(list) => (
          <>
            <DeliveriesTable {...props} list={list} isFiltered={chips.length > 0} />
            {search.delivery !== undefined && (
              <DeliveryPanel
                path={path}
                webhook={webhook}
                delivery={list.items.find(({ id }) => id === search.delivery)}
                onClose={() => onSearch(parseDeliverySearch({ ...search, delivery: undefined }))}
              />
            )}
          </>
        )}
      </ListSection>
    </>
  );
}

interface DeliveriesTableProps extends DeliveriesProps {
  list: List<WebhookDelivery>;
  isFiltered: boolean;
}

function DeliveriesTable({ path, webhook, search, onSearch, list, isFiltered }: DeliveriesTableProps) {
  const selection = useSelection(list.items.map(({ id }) => id));
  const [resending, setResending] = useState<readonly WebhookDelivery[]>([]);
  const { resend, resendOne } = useResend(path);
  const disabledReason = reasonUnless(webhook.enabled, disabledMessage);
  return (
    <>
      <DataTable
        label="Deliveries"
        noun="delivery"
        nouns="deliveries"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ type, createdAt }) => `${kindLabel(type)}, ${exactTime(createdAt)}`}
        rowLink={({ id }) => ({ to: '.', search: { ...search, delivery: id } })}
        rowMenu={(delivery) => [
          { label: 'Send again', icon: <RotateCw />, disabledReason, onSelect: () => void resend(delivery) },
        ]}
        selection={selection}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<Send />}
              title="No deliveries"
              action={<Button onClick={() => onSearch({})}>Show all deliveries</Button>}
            >
              No deliveries match these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={<Send />} title="No deliveries yet">
              Events that happen from now on appear here for 30 days.
            </EmptyState>
          )
        }
      />
      <SelectionBar
        count={selection.ids.size}
        noun="delivery"
        onClear={selection.clear}
        actions={[
          {
            label: 'Send again…',
            icon: <RotateCw />,
            prominent: true,
            disabledReason,
            onSelect: () => setResending(list.items.filter(({ id }) => selection.has(id))),
          },
        ]}
      />
      {resending.length > 0 && (
        <BulkDialog<WebhookDelivery>
          title="Send deliveries again"
          description="With the same ids and events. Their attempts start again."
          noun="delivery"
          nouns="deliveries"
          verb="Send"
          planKey={resending.map(({ id }) => id)}
          createPlan={() => Promise.resolve(resending.map(toStep))}
          execute={resendOne}
          onFinished={() => selection.clear()}
          onClose={() => setResending([])}
        />
      )}
    </>
  );
}

const toStep = (delivery: WebhookDelivery): PlannedStep<WebhookDelivery> => ({
  id: delivery.id,
  item: delivery,
  name: kindLabel(delivery.type),
  detail: exactTime(delivery.createdAt),
  action: 'change',
  description: `${deliveryStates[delivery.state].label} → Pending`,
});
