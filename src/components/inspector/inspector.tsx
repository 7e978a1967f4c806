import { useRouterState } from '@tanstack/react-router';
import { Radar } from 'lucide-react';
import { useState } from 'react';
import { type LoggedRequest, requestLog } from '#src/api/log/request-log.ts';
import { session } from '#src/api/session/session.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { asCurl, asFetch } from './as-code.ts';
import { ResendButton } from './resend-button.tsx';

const scopes = [
  { value: 'screen', label: 'This screen' },
  { value: 'all', label: 'All' },
] as const;

/** The API requests of the screen, redacted, each copyable as code. */
export function Inspector({ onClose }: { onClose: () => void }) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const log = useStore(requestLog);
  const [scope, setScope] = useState<(typeof scopes)[number]['value']>('screen');
  const state = useStore(session.state);
  const isOwnServer = state.status === 'signed-in' && state.server === null;
  const visibleEntries = log.filter(({ screen }) => scope === 'all' || screen === pathname).toReversed();
  return (
    <Dialog
      shape="panel"
      title="API requests"
      description="Requests by this console, newest first. Tokens and keys are hidden."
      onClose={onClose}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SegmentedControl label="Filter requests" options={scopes} value={scope} onChange={setScope} />
        <span className="text-ink-soft">{formatCount(visibleEntries.length, 'request')}</span>
        {isOwnServer && (
          <a href="/api-reference/" target="_blank" rel="noopener noreferrer" className="link ml-auto">
            API reference
          </a>
        )}
      </div>
      {visibleEntries.length === 0 ? (
        <EmptyState icon={<Radar />} title="No requests yet">
          This screen uses cached data.
        </EmptyState>
      ) : (
        <ul aria-label="API requests" className="divide-y divide-line rounded-md border border-line">
          {visibleEntries.map((request) => (
            <RequestRow key={request.number} request={request} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function toneOf(status: number | null): Tone {
  if (status === null) return 'neutral';
  if (status === 0 || status >= 500) return 'danger';
  return status >= 400 ? 'warning' : 'success';
}

const statusLabel = (status: number | null) =>
  status === null ? '…' : status === 0 ? 'none' : String(status);

/** Long ids would hide the rest of the path; the full path is below. */
const shortenIds = (path: string) => path.replaceAll(/\/\w{20}(?=[/?]|$)/g, '/…');

function RequestRow({ request }: { request: LoggedRequest }) {
  const { method, path, status, durationMs, requestId, body } = request;
  return (
    <li>
      <details className="px-3 py-2">
        <summary className="flex cursor-pointer items-center gap-2">
          <code className="w-12 shrink-0 font-mono text-xs font-medium">{method}</code>
          <code className="min-w-0 flex-1 truncate font-mono text-xs" title={path}>
            {shortenIds(path)}
          </code>
          <Badge tone={toneOf(status)}>{statusLabel(status)}</Badge>
          <span className="w-14 shrink-0 text-right text-xs text-ink-soft tabular-nums">
            {durationMs === null ? '' : `${formatNumber(durationMs)} ms`}
          </span>
        </summary>
        <div className="mt-2 space-y-2 text-xs">
          <code className="block font-mono wrap-anywhere">{path}</code>
          {requestId && (
            <p>
              Request ID <code className="font-mono wrap-anywhere">{requestId}</code>
            </p>
          )}
          {body && (
            <pre className="overflow-x-auto rounded-sm bg-sunken p-2 font-mono whitespace-pre-wrap">
              {body}
            </pre>
          )}
          <div className="flex flex-wrap gap-2">
            <CopyButton showLabel size="small" what="as cURL" text={asCurl(request)} />
            <CopyButton showLabel size="small" what="as fetch" text={asFetch(request)} />
            <ResendButton request={request} />
          </div>
        </div>
      </details>
    </li>
  );
}
