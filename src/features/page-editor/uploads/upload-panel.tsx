import type { FormEvent } from 'react';
import type { Upload } from '#src/domain/uploads/upload-queue.ts';
import { UploadRows } from '#src/domain/uploads/upload-rows.tsx';
import { isPicture } from '#src/domain/uploads/upload-rules.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { PageUploads } from './page-uploads.ts';

/** Longer ones belong into the text. */
export const maxDescriptionLength = 500;

/** The files on their way into the text, and the descriptions that pictures still need. */
export function UploadPanel({ uploads }: { uploads: PageUploads }) {
  const files = useStore(uploads.queue.uploads);
  const descriptions = useStore(uploads.descriptions);
  const askFor = (upload: Upload) => {
    const { text = '', isDone = false } = descriptions.get(upload.key) ?? {};
    if (isDone || !isPicture(upload.file)) return null;
    const submit = (event: FormEvent) => {
      event.preventDefault();
      if (text.trim() !== '') uploads.describe(upload.key, text);
    };
    return (
      <form className="flex basis-full items-center gap-2" onSubmit={submit}>
        <Input
          aria-label={`Description of ${upload.file.name}`}
          placeholder="Describe it for people who can’t see it"
          autoComplete="off"
          dir="auto"
          maxLength={maxDescriptionLength}
          value={text}
          className="min-w-0 flex-1"
          onChange={({ target }) => uploads.note(upload.key, target.value)}
        />
        <Button
          type="submit"
          size="small"
          disabledReason={text.trim() === '' && 'Describe the picture first.'}
        >
          Describe
        </Button>
        <Button size="small" onClick={() => uploads.describe(upload.key, '')}>
          Decorative
        </Button>
      </form>
    );
  };
  if (files.length === 0) return null;
  return (
    <section aria-label="Uploads" className="page-editor-uploads">
      <UploadRows
        uploads={files}
        onCancel={(key) => uploads.cancel(key)}
        onRetry={(key) => uploads.queue.retry(key)}
        details={askFor}
      />
    </section>
  );
}
