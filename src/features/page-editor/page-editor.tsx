import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert, Type } from 'lucide-react';
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { invalidate, type OperationId } from '#src/api/queries.ts';
import { session as signIn } from '#src/api/session/session.ts';
import { isOffline } from '#src/components/offline/connection.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { discardLabel, noChangesMessage, saveLabel } from '#src/lib/shared-labels.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditSession } from './edit-session.ts';
import {
  type LoadedCodeField,
  loadCodeField,
  prefersPlainField,
  setPrefersPlainField,
} from './field-choice.ts';
import { headingsOf } from './headings.ts';
import { openSessionOf, showOnScreen } from './open-sessions.ts';
import { type PageDraft, pageDrafts, type PageVersion } from './page-drafts.ts';
import './page-editor.css';
import { createPlainField } from './plain-field.ts';
import { describeSaveState, type SaveSituation } from './save-state.ts';
import { type EditedPage, sessionServer } from './session-server.ts';
import { openTabsChannel } from './tabs-channel.ts';
import type { TextField } from './text-field.ts';
import { Toolbar } from './toolbar.tsx';

const tabs = openTabsChannel();

const clock = {
  schedule(action: () => void, milliseconds: number) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

const convertHtml = async (html: string): Promise<string> =>
  (await import('./html-to-markdown.ts')).htmlToMarkdown(html);

export interface PageEditorProps {
  page: EditedPage;
  title: string;
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
  const { page, title, draftKey, version, draft, revision, anchor, invalidates, actions } = props;
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
  const situation = useSituation(session);
  const [isConflictOpen, setConflictOpen] = useState(true);
  const [isRestoredShown, setRestoredShown] = useState(session.isRestored);
  const isPlain = useStore(prefersPlainField);
  const [codeField, setCodeField] = useState(() => props.codeField);
  const field = useRef<TextField | null>(null);
  const startLine = useRef(anchor);
  const create = isPlain || !codeField ? createPlainField : codeField;
  const mount = useCallback(
    (host: HTMLElement | null) => {
      if (!host) return undefined;
      // A shadow root cannot be removed from its element, so each field gets its own.
      const parent = host.appendChild(document.createElement('div'));
      parent.className = 'h-full';
      const created = create(parent, {
        text: session.text,
        label: `Text of ${title}`,
        onChange: () => session.touch(),
        convertHtml,
      });
      session.attach(created);
      field.current = created;
      const leave = showOnScreen(session);
      const heading = headingsOf(session.text).find((found) => found.anchor === startLine.current);
      startLine.current = '';
      if (heading) created.showLine(heading.line);
      created.focus();
      return () => {
        leave();
        created.destroy();
        parent.remove();
      };
    },
    [create, session, title],
  );
  useEffect(() => void session.pull(revision), [session, revision]);

  const { state } = situation;
  const save = async () => {
    await session.save();
    setConflictOpen(true);
    announce(describeSaveState({ ...situation, state: session.state.get(), isKept: session.isKept.get() }));
  };
  useShortcuts([
    { keys: 'mod+s', label: 'Save page', group: 'Editing', whileTyping: true, run: () => void save() },
  ]);
  const leaveField = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) void session.flush();
  };
  const toggleField = async () => {
    if (isPlain && !codeField) {
      const loaded = await loadCodeField();
      setCodeField(() => loaded);
    }
    setPrefersPlainField(!isPlain);
  };
  const isSaved = state.kind === 'saved';
  return (
    <section aria-label={`Editor of ${title}`} className="page-editor" onBlur={leaveField}>
      <div className="page-editor-bar">
        <h2 dir="auto">{title}</h2>
        <SaveStatus situation={situation} />
        {state.kind === 'conflict' && (
          <Button size="small" onClick={() => setConflictOpen(true)}>
            Resolve conflict
          </Button>
        )}
        {codeField !== null && (
          <IconButton
            label="Plain text field"
            size="small"
            aria-pressed={isPlain}
            className={isPlain ? 'bg-hover text-ink!' : undefined}
            onClick={() => void toggleField()}
          >
            <Type />
          </IconButton>
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
      {codeField === null && (
        <Callout className="m-2">The editor couldn’t load. You’re writing in a plain text field.</Callout>
      )}
      {isRestoredShown && !isSaved && (
        <Callout
          className="m-2"
          action={
            <Button
              size="small"
              onClick={() => {
                setRestoredShown(false);
                void session.discard();
              }}
            >
              {discardLabel}
            </Button>
          }
        >
          Unsaved text from this browser was restored.
        </Callout>
      )}
      {state.kind === 'failed' && (
        <Callout tone="danger" urgent className="m-2" title="Couldn’t save">
          {state.message}
        </Callout>
      )}
      <Toolbar
        onOperation={(operation) => field.current?.apply(operation)}
        onSearch={isPlain || !codeField ? undefined : () => field.current?.search?.()}
      />
      <div ref={mount} className="page-editor-field" />
      {state.kind === 'conflict' && isConflictOpen && (
        <ConflictDialog
          regions={session.conflict()}
          onClose={() => setConflictOpen(false)}
          onResolve={(text) => void session.resolve(text)}
        />
      )}
    </section>
  );
}

function useSituation(session: EditSession): SaveSituation {
  return {
    state: useStore(session.state),
    isKept: useStore(session.isKept),
    isOffline: useStore(isOffline),
    isSignedOut: useStore(signIn.state).status !== 'signed-in',
  };
}

function SaveStatus({ situation }: { situation: SaveSituation }) {
  const { state, isOffline: offline, isSignedOut } = situation;
  const isSaved = state.kind === 'saved';
  const isTroubled =
    !isSaved && (offline || isSignedOut || state.kind === 'failed' || state.kind === 'conflict');
  return (
    <p
      // What is saved while somebody types is not read out; what needs them is.
      role={isTroubled ? 'status' : undefined}
      data-save-state={state.kind}
      className={`flex items-center gap-1.5 text-xs ${isTroubled ? 'text-warning-ink' : 'text-ink-soft'}`}
    >
      {isTroubled && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />}
      {describeSaveState(situation)}
    </p>
  );
}
