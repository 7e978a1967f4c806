import type { Upload } from './upload-queue.ts';

/** How far an upload is, in words. */
export function describeUpload({ file, status, sent, problem }: Upload): string {
  switch (status) {
    case 'waiting':
      return `${file.name}: waiting`;
    case 'sending':
      return `Uploading ${file.name}… ${percentOf(sent, file.size)} %`;
    case 'sent':
      return `${file.name}: uploaded`;
    case 'failed':
      return `${file.name}: not uploaded. ${problem ?? ''}`;
  }
}

const percentOf = (sent: number, size: number): number => Math.floor((sent / Math.max(size, 1)) * 100);
