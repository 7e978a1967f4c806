import { Check } from 'lucide-react';
import type { FileConflict } from '#api/generated/types.gen.ts';
import { formatSize } from '#src/lib/text/file-size.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { type Resolution, titleOf } from './resolution.ts';

interface ConflictFileProps {
  conflict: FileConflict;
  resolution: Resolution | undefined;
  /** The file changed after it was resolved; the resolution needs another check. */
  isStale: boolean;
  onResolve: (resolution: Resolution) => void;
}

const attributeLabels: Record<string, string> = { file: 'entire file' };

/** One file with conflicts: what the space and the change request have, and which of them stays. */
export function ConflictFile({ conflict, resolution, isStale, onResolve }: ConflictFileProps) {
  const { space, changeRequest, attributes } = conflict;
  const isDeletion = !space || !changeRequest;
  const versions = [
    { kind: 'space', heading: 'Current', file: space, label: 'Use current' },
    {
      kind: 'change-request',
      heading: 'This change request',
      file: changeRequest,
      label: 'Use this version',
    },
  ] as const;
  return (
    <div className="min-w-0 space-y-4">
      <div>
        <h2 dir="auto" className="text-base font-semibold wrap-anywhere">
          {titleOf(conflict)}
        </h2>
        <p className="text-ink-soft">
          Conflicts in: {attributes.map((name) => attributeLabels[name] ?? name).join(', ')}.
          <span className="max-lg:hidden pointer-coarse:hidden">
            {' '}
            <Keys keys="1" /> <Keys keys="2" /> select a version.
          </span>
        </p>
      </div>
      {isStale && (
        <Callout tone="warning">This file has changed in the space. Check your resolution.</Callout>
      )}
      <div className="grid gap-3 xl:grid-cols-2">
        {versions.map(({ kind, heading, file, label }) => (
          <section key={kind} aria-label={heading} className="min-w-0 rounded-lg border border-line">
            <header className="flex min-h-11 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-3">
              <h3 className="font-medium">{heading}</h3>
              <Button
                size="small"
                aria-pressed={resolution?.kind === kind}
                icon={resolution?.kind === kind ? <Check /> : undefined}
                onClick={() => onResolve({ kind })}
              >
                {isDeletion ? (file ? 'Keep file' : 'Delete file') : label}
              </Button>
            </header>
            <p className="p-3 wrap-anywhere">
              {file ? (
                <>
                  <bdi>{file.name}</bdi>
                  <span className="block text-ink-soft">
                    {file.contentType}
                    {file.size !== undefined && `, ${formatSize(file.size)}`}
                  </span>
                </>
              ) : (
                <span className="text-ink-soft">File deleted.</span>
              )}
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}
