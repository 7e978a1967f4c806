import { CircleCheck } from 'lucide-react';
import { flushSync } from 'react-dom';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { makeDefault } from '../changes/default.ts';
import type { Editing } from '../editing.ts';
import { PageFindings } from './page-findings.tsx';
import { checkHealth, type HealthFinding } from './structure-health.ts';

interface Fix {
  label: string;
  run: () => void;
}

/** The fix of a finding, besides opening its item. */
function fixOf(editing: Editing, { id, kind }: HealthFinding): Fix | null {
  const { tree: structure, act, setDialog } = editing;
  const isGroup = structure.nodes.get(id)?.kind === 'group';
  switch (kind) {
    case 'empty':
      return {
        label: isGroup ? 'Add sections…' : 'Add site spaces…',
        run: () => setDialog({ type: 'spaces', as: isGroup ? 'sections' : 'variants', parent: id }),
      };
    case 'missing language':
      return {
        label: 'Add site spaces…',
        run: () => setDialog({ type: 'spaces', as: 'variants', parent: id }),
      };
    case 'no default':
      return { label: 'Set as default', run: () => act(makeDefault(structure, id)) };
    default:
      return null;
  }
}

/** Lists what visitors can't reach or don't get, each with its fix. */
export function HealthDialog({ editing }: { editing: Editing }) {
  const { tree: structure, publishedUrl, readOnly, setDialog } = editing;
  const findings = checkHealth(structure, publishedUrl !== null);
  const show = (id: string) => {
    // The dialog keeps the focus inside while it is open.
    flushSync(() => setDialog(null));
    editing.open(id);
  };
  return (
    <Dialog
      title="Site health"
      size="large"
      description="What visitors can’t reach, don’t see in their language, or stumble over."
      onClose={() => setDialog(null)}
    >
      <h3 className="mb-1 text-base font-semibold">Structure</h3>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          No empty items, equal paths, missing defaults or missing languages.
        </p>
      ) : (
        <ul aria-label="Findings" className="flex flex-col">
          {findings.map((finding) => {
            const fix = fixOf(editing, finding);
            return (
              <li
                key={`${finding.id} ${finding.text}`}
                className="flex flex-wrap items-center gap-2 border-b border-line py-2 last:border-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">{finding.text}</span>
                {fix && (
                  <Button size="small" disabledReason={readOnly} onClick={fix.run}>
                    {fix.label}
                  </Button>
                )}
                <Button size="small" tone="quiet" onClick={() => show(finding.id)}>
                  Show item
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <PageFindings site={editing.site} onItem={show} />
    </Dialog>
  );
}
