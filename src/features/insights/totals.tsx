import { formatNumber } from '#src/lib/text/format.ts';
import { type EventRow, numberOf } from './queries.ts';
import { describeChange } from './tables.tsx';

/** The sums of the time, each with its change. */
export function Totals({
  views,
  viewsBefore,
  ofSite,
}: Record<'views' | 'viewsBefore', readonly EventRow[]> & {
  ofSite: { searchTotal: readonly EventRow[] } | undefined;
}) {
  const sum = (rows: readonly EventRow[], kind: string) =>
    rows
      .filter(({ visitorKind }) => visitorKind === kind)
      .reduce((total, row) => total + numberOf(row, 'eventsCount'), 0);
  const totals = [
    ['Views of people', sum(views, 'people'), sum(viewsBefore, 'people')],
    ['Views of agents', sum(views, 'agents'), sum(viewsBefore, 'agents')],
    ['Views of crawlers', sum(views, 'crawlers'), sum(viewsBefore, 'crawlers')],
  ] as const;
  return (
    <dl className="mb-8 grid grid-cols-2 gap-4 lg:grid-cols-4">
      {totals.map(([name, count, before]) => (
        <Total
          key={name}
          name={name}
          count={count}
          detail={
            before === 0
              ? 'None in the time before'
              : `${describeChange(count, before)} from ${formatNumber(before)}`
          }
        />
      ))}
      {ofSite && (
        <Total
          name="Searches"
          count={numberOf(ofSite.searchTotal[0], 'eventsCount')}
          detail="of people and agents"
        />
      )}
    </dl>
  );
}

function Total({ name, count, detail }: { name: string; count: number; detail: string }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{formatNumber(count)}</dd>
      <dd className="text-ink-soft">{detail}</dd>
    </div>
  );
}
