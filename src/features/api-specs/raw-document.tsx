import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { formatNumber } from '#src/lib/counts.ts';
import { downloadText } from '#src/lib/download.ts';
import { Button } from '#src/ui/button.tsx';
import { documentText, type SpecDocument } from './documents.ts';

/** Characters shown; the download has all. */
const maxCharacters = 200_000;

interface RawDocumentProps {
  slug: string;
  content: SpecDocument;
}

/** A document as JSON, with copy and download. */
export function RawDocument({ slug, content: { fileName, document } }: RawDocumentProps) {
  const text = useMemo(() => documentText(document), [document]);
  const shown = text.slice(0, maxCharacters);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <span className="mr-auto text-ink-soft tabular-nums">
          {fileName}, {formatNumber(text.length)} characters as JSON
        </span>
        <CopyButton text={text} what="document" showLabel size="small" />
        <Button
          size="small"
          icon={<Download />}
          onClick={() => downloadText(`${slug}.json`, text, 'application/json')}
        >
          Download
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label="Document"
        className="max-h-[70dvh] overflow-auto rounded-lg border border-line bg-sunken p-3 text-xs"
      >
        {shown}
      </pre>
      {text.length > maxCharacters && (
        <p className="mt-2 text-ink-soft">
          Showing the first {formatNumber(maxCharacters)} characters. Download the file to see all.
        </p>
      )}
    </div>
  );
}
