import { useSuspenseQuery } from '@tanstack/react-query';
import { getOperationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  Operation,
  OperationEngine,
  OperationPlace,
  OperationProblem,
  OperationQueueKind,
} from '#api/generated/types.gen.ts';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { Backups } from './backups.tsx';

/** How often it is asked how the server is, in milliseconds. */
const refetchIntervalMs = 10_000;
/** While a backup is made. */
const busyIntervalMs = 2000;

const engineLabels: Record<OperationEngine, string> = {
  embedded: 'Embedded database',
  postgresql: 'PostgreSQL',
};

const queueLabels: Record<OperationQueueKind, string> = {
  jobs: 'Jobs',
  mails: 'Mail',
  webhooks: 'Webhooks',
};

const placeLabels: Record<OperationPlace, string> = {
  database: 'In the database',
  storage: 'In the storage',
};

/** What operators ask first: whether something fails, then what runs, how large it is and what waits. */
export function OperationPanels() {
  const { data: operation } = useSuspenseQuery({
    ...getOperationOptions(),
    refetchInterval: ({ state }) => (state.data?.backups?.state ? busyIntervalMs : refetchIntervalMs),
  });
  return (
    <>
      <Problems problems={operation.problems} />
      <Section title="Server">
        <ServerDetails operation={operation} />
      </Section>
      <Backups operation={operation} />
      <Section title="What waits">
        <Details>
          {operation.queues.map(({ kind, waiting, failed }) => (
            <Detail
              key={kind}
              name={queueLabels[kind]}
              {...(failed > 0 && { explanation: `${formatNumber(failed)} failed in the last 24 hours` })}
            >
              {waiting === 0 ? 'Nothing' : formatNumber(waiting)}
            </Detail>
          ))}
        </Details>
      </Section>
      <Section title="Files">
        <Details>
          {operation.files.map(({ place, address, count, bytes }) => (
            <Detail
              key={place}
              name={placeLabels[place]}
              {...(address !== undefined && { explanation: address })}
            >
              {count === 0 ? 'None' : `${formatCount(count, 'file', 'files')}, ${formatSize(bytes)}`}
            </Detail>
          ))}
        </Details>
      </Section>
      <Section title="Database">
        <DatabaseDetails operation={operation} />
      </Section>
    </>
  );
}

function Problems({ problems }: { problems: readonly OperationProblem[] }) {
  if (problems.length === 0)
    return (
      <Callout tone="success" title="Nothing fails">
        Jobs, mail and webhooks of the last 24 hours went through.
      </Callout>
    );
  return (
    <Callout tone="warning" title={`${formatCount(problems.length, 'thing needs', 'things need')} attention`}>
      <ul className="mt-1 flex flex-col gap-2">
        {problems.map(({ message, at }) => (
          <li key={message} className="wrap-anywhere">
            {message}
            {at !== undefined && (
              <span className="text-ink-soft">
                {' '}
                (<Time value={at} />)
              </span>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function ServerDetails({ operation }: { operation: Operation }) {
  const { version, nodeVersion, startedAt, memoryBytes } = operation;
  return (
    <Details>
      <Detail name="Version">{version}</Detail>
      <Detail name="Node.js">{nodeVersion}</Detail>
      <Detail name="Started">
        <Time value={startedAt} />
      </Detail>
      <Detail name="Memory">{formatSize(memoryBytes)}</Detail>
    </Details>
  );
}

function DatabaseDetails({ operation: { database, counts } }: { operation: Operation }) {
  return (
    <>
      <Details>
        <Detail name="Engine">
          {engineLabels[database.engine]} {database.version}
        </Detail>
        <Detail name="Size">{formatSize(database.bytes)}</Detail>
        <Detail name="Organizations">{formatNumber(counts.organizations)}</Detail>
        <Detail name="Accounts">{formatNumber(counts.users)}</Detail>
        <Detail name="Spaces">{formatNumber(counts.spaces)}</Detail>
        <Detail name="Sites">{formatNumber(counts.sites)}</Detail>
      </Details>
      <h3 className="mt-4 mb-2 font-medium">Largest tables</h3>
      <Details>
        {database.tables.map(({ name, bytes }) => (
          <Detail key={name} name={name}>
            {formatSize(bytes)}
          </Detail>
        ))}
      </Details>
    </>
  );
}
