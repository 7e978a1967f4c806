import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/counts.ts';
import { downloadText } from '#src/lib/download.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/checkbox.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { isBreaking } from './changes.ts';
import { ChangesList } from './changes-list.tsx';
import { comparisonOf } from './comparison-query.ts';
import { documentText, mainDocument } from './documents.ts';
import type { SpecPath } from './spec-list.ts';
import { contentOf } from './version-queries.ts';
import { TextChanges } from './text-changes.tsx';

interface ComparisonViewProps {
  path: SpecPath;
  from: string;
  to: string;
  tab: 'operations' | 'text';
  onlyBreaking: boolean;
  onChange: (change: { tab?: 'operations' | 'text'; only?: 'breaking' | undefined }) => void;
}

/** Differences between two versions, by operation and by line. */
export function ComparisonView({ path, from, to, tab, onlyBreaking, onChange }: ComparisonViewProps) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(comparisonOf(queryClient, path, from, to));
  if (error)
    return (
      <Callout tone="danger" urgent action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error instanceof ApiError ? errorMessage(error) : error.message}
      </Callout>
    );
  if (!data) return <SkeletonRows rows={6} label="Comparing versions" />;
  const breaking = data.operations.changes.filter(isBreaking).length;
  const download = async (versionId: string) => {
    try {
      const { document } = mainDocument(await queryClient.ensureQueryData(contentOf(path, versionId)));
      downloadText(`${path.specSlug}-${versionId}.json`, documentText(document), 'application/json');
    } catch (failure) {
      toastFailure(failure, () => void download(versionId));
    }
  };
  return (
    <>
      <div role="status" className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={breaking > 0 ? 'danger' : 'success'}>
          {breaking > 0
            ? `${formatCount(breaking, 'operation')} with breaking changes`
            : 'No breaking changes'}
        </Badge>
        <span className="text-ink-soft">
          {formatCount(data.operations.changes.length, 'operation changed', 'operations changed')},{' '}
          {formatCount(data.operations.unchanged, 'operation')} unchanged
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" icon={<Download />} onClick={() => void download(from)}>
            Download old version
          </Button>
          <Button size="small" icon={<Download />} onClick={() => void download(to)}>
            Download new version
          </Button>
        </span>
      </div>
      <Tabs
        label="Differences"
        tabs={[
          { value: 'operations', label: 'Operations', count: data.operations.changes.length },
          { value: 'text', label: 'Text' },
        ]}
        value={tab}
        onChange={(next) => onChange({ tab: next })}
      >
        <div className="pt-4">
          {tab === 'text' ? (
            <TextChanges difference={data.text} />
          ) : (
            <>
              <LabelledCheckbox
                label="Only breaking changes"
                className="mb-4"
                checked={onlyBreaking}
                onChange={({ target }) => onChange({ only: target.checked ? 'breaking' : undefined })}
              />
              <ChangesList comparison={data.operations} onlyBreaking={onlyBreaking} />
            </>
          )}
        </div>
      </Tabs>
    </>
  );
}
