import { formatNumber } from '#src/lib/text/format.ts';
import { type EventRow, numberOf } from './queries.ts';

/** Views of a day. */
export interface DayOfViews {
  day: string;
  people: number;
  agents: number;
  /** Undefined where they are not counted: for sections. */
  visitors: number | undefined;
}

/** A row for each day, also of those without views. */
export function toDays(
  days: readonly string[],
  views: readonly EventRow[],
  visitors: readonly EventRow[] | undefined,
): DayOfViews[] {
  const viewsOf = (day: string, kind: string) =>
    numberOf(
      views.find((row) => row.date === day && row.visitorKind === kind),
      'eventsCount',
    );
  return days.map((day) => ({
    day,
    people: viewsOf(day, 'people'),
    agents: viewsOf(day, 'agents'),
    visitors:
      visitors &&
      numberOf(
        visitors.find((row) => row.date === day),
        'visitorsCount',
      ),
  }));
}

/** The lines are stretched to the width of the screen; texts stand beside them, so that they keep their size. */
const [WIDTH, HEIGHT] = [800, 200];

/** The next number with one digit that is not zero: the upper end of the scale. */
function roundUp(count: number): number {
  if (count <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(count));
  return Math.ceil(count / unit) * unit;
}

const formatDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** Views of people and agents as two lines: one whole, one dashed, so that they differ without color. */
export function ViewsChart({ days }: { days: readonly DayOfViews[] }) {
  const top = roundUp(Math.max(...days.map(({ people, agents }) => Math.max(people, agents)), 0));
  const x = (at: number) => (at / Math.max(days.length - 1, 1)) * WIDTH;
  const y = (count: number) => (1 - count / top) * HEIGHT;
  const line = (of: 'people' | 'agents') => days.map((day, at) => `${x(at)},${y(day[of])}`).join(' ');
  const marks = [top, top / 2, 0];
  const ends = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)];
  return (
    <figure>
      <div className="grid grid-cols-axis gap-x-2 pt-2 text-sm text-ink-soft" aria-hidden="true">
        <div className="-my-2 flex flex-col justify-between text-right tabular-nums">
          {marks.map((count) => (
            <span key={count}>{formatNumber(count)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-52 w-full overflow-visible"
        >
          {marks.map((count) => (
            <Line key={count} points={`0,${y(count)} ${WIDTH},${y(count)}`} className="text-line" width={1} />
          ))}
          <Line points={line('people')} className="text-accent-ink" />
          <Line points={line('agents')} className="text-ink-soft" dashes="6 4" />
        </svg>
        <div className="col-start-2 mt-3 flex justify-between">
          {ends.map((each) => each && <span key={each.day}>{formatDay(each.day)}</span>)}
        </div>
      </div>
      <figcaption className="mt-1 flex flex-wrap gap-x-6 text-ink-soft">
        <Key name="People" className="text-accent-ink" />
        <Key name="Agents" className="text-ink-soft" dashes="6 4" />
      </figcaption>
    </figure>
  );
}

interface LineProps {
  points: string;
  className: string;
  dashes?: string;
  width?: number;
}

function Line({ points, className, dashes, width = 2 }: LineProps) {
  return (
    <polyline
      points={points}
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeDasharray={dashes}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  );
}

function Key({ name, className, dashes }: { name: string; className: string; dashes?: string }) {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 24 4" className={`h-1 w-6 ${className}`} aria-hidden="true">
        <line x1="0" x2="24" y1="2" y2="2" stroke="currentColor" strokeWidth="2" strokeDasharray={dashes} />
      </svg>
      {name}
    </span>
  );
}

const numbersOfDay = [
  { id: 'people', name: 'People' },
  { id: 'agents', name: 'Agents' },
  { id: 'visitors', name: 'Visitors' },
] as const;

/** The numbers of the chart, latest day first. */
export function ViewsTable({ days }: { days: readonly DayOfViews[] }) {
  const columns = numbersOfDay.filter(({ id }) => days.some((day) => day[id] !== undefined));
  return (
    <details className="mt-2">
      <summary className="cursor-pointer text-ink-soft">Numbers of each day</summary>
      <div
        className="mt-2 max-h-80 overflow-auto"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
        tabIndex={0}
        role="region"
        aria-label="Numbers of each day"
      >
        <table className="w-full tabular-nums">
          <thead>
            <tr className="border-b border-line text-left text-ink-soft">
              <th scope="col" className="py-1 font-medium">
                Day
              </th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col" className="py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((each) => (
              <tr key={each.day} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {formatDay(each.day)}
                </th>
                {columns.map(({ id }) => (
                  <td key={id} className="py-1 text-right">
                    {formatNumber(each[id] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
