import { useQueryClient } from '@tanstack/react-query';
import { Columns2, Type } from 'lucide-react';
import { type FocusEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Page } from '#api/generated/types.gen.ts';
import { invalidate, type OperationId } from '#src/api/queries.ts';
import { type PageDraft, pageDrafts, type PageVersion } from '#src/components/drafts/page-drafts.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { noChangesMessage, saveLabel } from '#src/lib/shared-labels.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { checkEditedText } from './check-edited-text.ts';
import { EditSession } from './edit-session.ts';
import { EditorNotices } from './editor-notices.tsx';
import {
  type LoadedCodeField,
  loadCodeField,
  prefersPlainField,
  setPrefersPlainField,
} from './field-choice.ts';
import { InsertDialog, type Inserted } from './insert-dialog.tsx';
import { openSessionOf } from './open-sessions.ts';
import './page-editor.css';
import { createPlainField } from './plain-field.ts';
import { usePreviewChoice } from './preview-choice.ts';
import { SaveStatus, saveStatusOf } from './save-status.tsx';
import { createScrollLink } from './scroll-link.ts';
import { type EditedPage, sessionServer } from './session-server.ts';
import { openTabsChannel } from './tabs-channel.ts';
import type { TextOperation } from './text-edit.ts';
import { Toolbar } from './toolbar.tsx';
import { useLinkSource } from './use-link-source.ts';
import { useTextField } from './use-text-field.ts';

const PagePreview = lazy(async () => ({ default: (await import('./page-preview.tsx')).PagePreview }));

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));

const tabs = openTabsChannel();

const clock = {
  schedule(action: () => void, milliseconds: number) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface PageEditorProps {
  page: EditedPage;
  title: string;
  /** The pages of the change request, which links can lead to. */
  pages: readonly Page[];
  /** Identifies the draft in this browser. */
  draftKey: string;
  /** The text at the time the screen was opened. */
  version: PageVersion;
  draft: PageDraft | null;
  /** The change request's revision now. */
  revision: string;
  codeField: LoadedCodeField;
  /** Anchor of the heading to begin at. */
  anchor: string;
  /** What a save makes stale. */
  invalidates: readonly OperationId[];
  /** Beside the title. */
  actions?: ReactNode;
}

/** Edits the text of a page: field, toolbar and how far it is saved. */
export function PageEditor(props: PageEditorProps) {
  const { page, title, pages, draftKey, version, draft, revision, anchor, invalidates, actions } = props;
  const queryClient = useQueryClient();
  const [session] = useState(
    () =>
      openSessionOf(draftKey) ??
      new EditSession({
        key: draftKey,
        version,
        draft,
        server: sessionServer(page, queryClient),
        drafts: pageDrafts,
        tabs,
        clock,
        onSaved: () => void invalidate(queryClient, ...invalidates),
      }),
  );
  const state = useStore(session.state);
  const [isConflictOpen, setConflictOpen] = useState(true);
  const [isRestoredShown, setRestoredShown] = useState(session.isRestored);
  const isPlain = useStore(prefersPlainField);
  const [codeField, setCodeField] = useState(() => props.codeField);
  const preview = usePreviewChoice();
  const [scroll] = useState(createScrollLink);
  const [asked, setAsked] = useState<Inserted | null>(null);
  const links = useLinkSource(page, pages, revision, session);
  const create = isPlain || !codeField ? createPlainField : codeField;
  const chooseLink = useCallback(() => setAsked('link'), []);
  const chooseBlock = useCallback(() => setAsked('block'), []);
  const { field, mount } = useTextField({
    create,
    session,
    title,
    anchor,
    scroll,
    links,
    chooseLink,
    chooseBlock,
  });
  useEffect(() => void session.pull(revision), [session, revision]);

  const save = async () => {
    await session.save();
    setConflictOpen(true);
    announce(saveStatusOf(session));
  };
  useShortcuts([
    { keys: 'mod+s', label: 'Save page', group: 'Editing', whileTyping: true, run: () => void save() },
  ]);
  const leaveField = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) void session.flush();
  };
  const togglePreview = () => {
    // Where the preview takes the place of the text, the text does not scroll by itself.
    if (preview.place === 'instead' && !preview.isOpen) scroll.textScrolled(field.current?.caretLine() ?? 1);
    flushSync(preview.toggle);
    if (preview.place === 'instead' && preview.isOpen) field.current?.showCaret();
  };
  const toggleField = async () => {
    if (isPlain && !codeField) {
      const loaded = await loadCodeField();
      setCodeField(() => loaded);
    }
    setPrefersPlainField(!isPlain);
  };
  const insert = (operation: TextOperation) => {
    // The dialog gives the focus back before the field takes it.
    flushSync(() => setAsked(null));
    field.current?.apply(operation);
  };
  const isSaved = state.kind === 'saved';
  return (
    <section aria-label={`Editor of ${title}`} className="page-editor" onBlur={leaveField}>
      <div className="page-editor-bar">
        <h2 dir="auto">{title}</h2>
        <SaveStatus session={session} />
        {state.kind === 'conflict' && (
          <Button size="small" onClick={() => setConflictOpen(true)}>
            Resolve conflict
          </Button>
        )}
        {preview.isPossible && (
          <ToggleButton label="Preview" icon={<Columns2 />} isOn={preview.isOpen} onToggle={togglePreview} />
        )}
        {codeField !== null && (
          <ToggleButton
            label="Plain text field"
            icon={<Type />}
            isOn={isPlain}
            onToggle={() => void toggleField()}
          />
        )}
        {actions}
        <Button
          size="small"
          tone={isSaved ? 'neutral' : 'primary'}
          pending={state.kind === 'saving'}
          disabledReason={isSaved && noChangesMessage}
          onClick={() => void save()}
        >
          {saveLabel}
        </Button>
      </div>
      <EditorNotices
        hasNoCodeField={codeField === null}
        state={state}
        isRestored={isRestoredShown}
        onDiscard={() => {
          setRestoredShown(false);
          void session.discard();
        }}
      />
      <div className="page-editor-sides" data-preview={preview.isOpen ? preview.place : undefined}>
        <div className="page-editor-text">
          <Toolbar
            onOperation={(operation) => field.current?.apply(operation)}
            onChooseLink={chooseLink}
            onChooseBlock={chooseBlock}
            onCheck={() => checkEditedText(session, links)}
            onLine={(line) => {
              field.current?.showLine(line);
              field.current?.focus();
            }}
            onSearch={isPlain || !codeField ? undefined : () => field.current?.search?.()}
          />
          <div ref={mount} className="page-editor-field" />
        </div>
        {preview.isOpen && (
          <Suspense>
            <PagePreview page={page} title={title} session={session} scroll={scroll} />
          </Suspense>
        )}
      </div>
      {asked !== null && (
        <InsertDialog inserted={asked} links={links} onClose={() => setAsked(null)} onInsert={insert} />
      )}
      {state.kind === 'conflict' && isConflictOpen && (
        <Suspense>
          <ConflictDialog
            regions={session.conflict()}
            onClose={() => setConflictOpen(false)}
            onResolve={(text) => void session.resolve(text)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface ToggleButtonProps {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  onToggle: () => void;
}

function ToggleButton({ label, icon, isOn, onToggle }: ToggleButtonProps) {
  return (
    <IconButton
      label={label}
      size="small"
      aria-pressed={isOn}
      className={isOn ? 'bg-hover text-ink!' : undefined}
      onClick={onToggle}
    >
      {icon}
    </IconButton>
  );
}
