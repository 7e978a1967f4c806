import { RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { describeUpload } from './upload-labels.ts';
import type { Upload } from './upload-queue.ts';

interface UploadRowsProps {
  uploads: readonly Upload[];
  onCancel: (key: number) => void;
  onRetry: (key: number) => void;
  /** Additional fields of an upload. */
  details?: (upload: Upload) => ReactNode;
}

/** Files that are being uploaded: how far, and what can be done. */
export function UploadRows({ uploads, onCancel, onRetry, details }: UploadRowsProps) {
  return (
    <ul aria-label="Uploads" className="divide-y divide-line">
      {uploads.map((upload) => {
        const { key, file, status, sent } = upload;
        const isFailed = status === 'failed';
        return (
          <li key={key} className="flex flex-wrap items-center gap-2 px-3 py-2 text-xs">
            <p
              role={isFailed ? 'alert' : undefined}
              dir="auto"
              className={`min-w-0 flex-1 wrap-anywhere ${isFailed ? 'text-danger-ink' : ''}`}
            >
              {describeUpload(upload)}
              {isFailed && ' It’s lost if you close this tab.'}
            </p>
            {status === 'sending' && (
              <div className="w-24">
                <Progress label={`Upload of ${file.name}`} value={sent} max={file.size} />
              </div>
            )}
            {isFailed && (
              <Button
                size="small"
                icon={<RotateCw />}
                aria-label={`Try again: ${file.name}`}
                onClick={() => onRetry(key)}
              >
                Try again
              </Button>
            )}
            {status !== 'sent' && (
              <IconButton
                label={`${isFailed ? 'Remove' : 'Cancel'}: ${file.name}`}
                size="small"
                onClick={() => onCancel(key)}
              >
                <X />
              </IconButton>
            )}
            {details?.(upload)}
          </li>
        );
      })}
    </ul>
  );
}
