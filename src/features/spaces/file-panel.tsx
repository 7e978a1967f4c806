import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { File, LinkReference } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { pictureUrl } from '#src/lib/text/urls.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { isDisplayableImage, referenceName } from './labels.ts';
import { usesOfFile } from './queries.ts';

interface FilePanelProps {
  organizationId: string;
  spaceId: string;
  file: File;
  onClose: () => void;
}

/** A file: preview, details, download and the pages that use it. */
export function FilePanel({ organizationId, spaceId, file, onClose }: FilePanelProps) {
  const { name, contentType, downloadURL, size, dimensions } = file;
  return (
    <Dialog shape="panel" title={name} onClose={onClose}>
      {isDisplayableImage(contentType) && (
        <img
          src={pictureUrl(downloadURL)}
          alt={`Preview of ${name}`}
          className="mb-4 max-h-80 max-w-full rounded-md border border-line bg-sunken object-contain"
        />
      )}
      <p className="text-ink-soft">
        {contentType}, {formatSize(size)}
        {dimensions && `, ${formatNumber(dimensions.width)} × ${formatNumber(dimensions.height)} pixels`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={downloadURL} download={name} className={buttonStyle('primary')}>
          <Download aria-hidden="true" />
          Download
        </a>
        <CopyButton text={location.href} what="link" showLabel />
      </div>
      <section aria-labelledby="file-uses" className="mt-6">
        <h3 id="file-uses" className="mb-1 font-semibold">
          Used on
        </h3>
        <PanelBoundary resetKey={file.id}>
          <FileUses organizationId={organizationId} spaceId={spaceId} fileId={file.id} />
        </PanelBoundary>
      </section>
    </Dialog>
  );
}

function FileUses({
  organizationId,
  spaceId,
  fileId,
}: {
  organizationId: string;
  spaceId: string;
  fileId: string;
}) {
  const uses = useList(usesOfFile(spaceId, fileId));
  return (
    <>
      {uses.items.length === 0 && <p className="text-ink-soft">Not used on any page.</p>}
      <ul className="flex flex-col gap-1">
        {uses.items.map((use, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one page may use it at several places
          <li key={index}>
            <FileUse organizationId={organizationId} spaceId={spaceId} use={use} />
          </li>
        ))}
      </ul>
      {uses.hasMore && <ListFooter shown={uses.items.length} list={uses} noun="use" />}
    </>
  );
}

function FileUse({
  organizationId,
  spaceId,
  use,
}: {
  organizationId: string;
  spaceId: string;
  use: LinkReference;
}) {
  if (!use.page) return <span>{referenceName(use)}</span>;
  return (
    <Link
      to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
      params={{ organizationId, spaceId: use.space?.id ?? spaceId, pageId: use.page.id }}
      hash={use.anchor}
      dir="auto"
      className="link"
    >
      {referenceName(use)}
    </Link>
  );
}
