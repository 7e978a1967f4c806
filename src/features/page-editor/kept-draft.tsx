import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import type { PageDraft } from '#src/domain/page-drafts/page-drafts.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import './page-editor.css';
import { describeField, fieldLabels, fieldNames } from './session/page-fields.ts';

interface KeptDraftProps {
  title: string;
  /** Why the page can't be edited. */
  reason: string;
  draft: PageDraft | null;
}

/** A page that can't be edited, with the unsaved text of it that this browser has. */
export function KeptDraft({ title, reason, draft }: KeptDraftProps) {
  if (!draft) {
    return (
      <EmptyState icon={<Lock />} title="This page can’t be edited">
        {reason}
      </EmptyState>
    );
  }
  return (
    <section aria-label={`Unsaved text of ${title}`} className="page-editor">
      <Callout
        tone="warning"
        className="m-2"
        title="Your text in this browser is not saved"
        action={<CopyButton text={draft.text} what="text" size="small" showLabel />}
      >
        {reason}
      </Callout>
      <textarea
        readOnly
        dir="auto"
        aria-label="Unsaved text"
        className="plain-text-field"
        value={draft.text}
      />
      <dl className="grid grid-cols-terms gap-x-3 gap-y-1 border-t border-line p-3 empty:hidden">
        {fieldNames.map((name) => {
          const value = draft.changes[name];
          if (value === undefined) return null;
          return (
            <Fragment key={name}>
              <dt className="text-ink-soft">{fieldLabels[name]}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {describeField(value)}
              </dd>
            </Fragment>
          );
        })}
      </dl>
    </section>
  );
}
