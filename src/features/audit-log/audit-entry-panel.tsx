import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Address } from '#src/domain/people/address.tsx';
import { exactTime } from '#src/lib/text/format.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { changesIn, humanizeName, type FormattedValue } from './audit-values.ts';

interface AuditEntryPanelProps {
  organizationId: string;
  /** Undefined if the entry is not loaded. */
  entry: AuditEntry | undefined;
  onClose: () => void;
}

export function AuditEntryPanel({ organizationId, entry, onClose }: AuditEntryPanelProps) {
  if (!entry)
    return (
      <Dialog shape="panel" title="Audit log entry" onClose={onClose}>
        <p className="text-ink-soft">
          This entry isn’t in the loaded list. Clear the filters or load more entries.
        </p>
      </Dialog>
    );
  const { actor, action, at, target } = entry;
  return (
    <Dialog shape="panel" title={<bdi>{entry.summary}</bdi>} onClose={onClose}>
      <dl className="divide-y divide-line rounded-lg border border-line">
        <DetailItem name="Actor">
          <bdi>{actor?.displayName ?? 'System'}</bdi>
          {actor?.email && (
            <span className="block text-xs text-ink-soft">
              <Address text={actor.email} />
            </span>
          )}
        </DetailItem>
        <DetailItem name="Time">
          <time dateTime={at}>{exactTime(at)}</time>
        </DetailItem>
        <DetailItem name="Action">
          {humanizeName(action)} <code className="ml-1 font-mono text-xs text-ink-soft">{action}</code>
        </DetailItem>
        <DetailItem name="Target">
          {humanizeName(target.kind)}
          <Identifier id={target.id} />
        </DetailItem>
      </dl>
      <Changes entry={entry} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link
          to="/o/$organizationId/audit-log"
          params={{ organizationId }}
          search={{ target: target.id }}
          className={buttonStyle()}
        >
          All changes to this item
        </Link>
        {actor && (
          <Link
            to="/o/$organizationId/audit-log"
            params={{ organizationId }}
            search={{ actor: actor.id }}
            className={buttonStyle()}
          >
            All changes by this person
          </Link>
        )}
      </div>
    </Dialog>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesIn(entry);
  if (changes.length === 0) return null;
  return (
    <table className="mt-4 w-full table-fixed border-collapse text-left">
      <caption className="mb-1 text-left font-medium">Changes</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-soft">
          <th scope="col" className="w-1/4 py-1.5 pr-2 font-medium">
            Field
          </th>
          <th scope="col" className="py-1.5 pr-2 font-medium">
            Before
          </th>
          <th scope="col" className="py-1.5 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line align-top">
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className="py-1.5 pr-2 font-normal text-ink-soft">
              {field}
            </th>
            <td className="py-1.5 pr-2 wrap-anywhere">
              {before === undefined ? (
                '–'
              ) : (
                <del className="no-underline" dir="auto">
                  <Value value={before} />
                </del>
              )}
            </td>
            <td className="py-1.5 font-medium wrap-anywhere">
              {after === undefined ? (
                '–'
              ) : (
                <ins className="no-underline" dir="auto">
                  <Value value={after} />
                </ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A formatted value, followed by its ids without a name. */
function Value({ value: { text, ids } }: { value: FormattedValue }) {
  return (
    <>
      {text}
      {ids.map((id) => (
        <Identifier key={id} id={id} />
      ))}
    </>
  );
}

function Identifier({ id }: { id: string }) {
  return (
    <span className="flex items-center gap-1 font-normal text-ink-soft">
      <code className="font-mono text-xs wrap-anywhere">{id}</code>
      <CopyButton text={id} what="ID" size="small" />
    </span>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-terms gap-3 px-3 py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
