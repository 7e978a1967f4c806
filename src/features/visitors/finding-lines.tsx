import { Badge } from '#src/ui/badge.tsx';
import type { Finding } from './lint-condition.ts';

export function FindingLines({ findings }: { findings: readonly Finding[] }) {
  return findings.map(({ severity, message }) => (
    <span key={message} className="flex flex-wrap items-center gap-2">
      <Badge tone={severity === 'error' ? 'danger' : 'warning'}>
        {severity === 'error' ? 'Error' : 'Warning'}
      </Badge>
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{message}</span>
    </span>
  ));
}
