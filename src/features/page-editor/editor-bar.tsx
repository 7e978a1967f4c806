import type { ReactNode } from 'react';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import type { EditSession } from './session/edit-session.ts';
import { SaveStatus } from './session/save-status.tsx';

/** Shows or hides something. */
interface EditorToggle {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  onToggle: () => void;
}

interface EditorBarProps {
  title: ReactNode;
  session: EditSession;
  toggles: readonly EditorToggle[];
  /** Before the button that saves. */
  actions: ReactNode;
  /** Whether saves are suggestions. */
  isSuggesting: boolean;
  onSave: () => void;
  onShowConflict: () => void;
}

/** The title of the page, how far it is saved, and what can be done. */
export function EditorBar(props: EditorBarProps) {
  const { title, session, toggles, actions, isSuggesting, onSave, onShowConflict } = props;
  const state = useStore(session.state);
  const isSaved = state.kind === 'saved';
  return (
    <div className="page-editor-bar">
      {title}
      <SaveStatus session={session} />
      {state.kind === 'conflict' && (
        <Button size="small" onClick={onShowConflict}>
          Resolve conflict
        </Button>
      )}
      {toggles.map(({ label, icon, isOn, onToggle }) => (
        <IconButton
          key={label}
          label={label}
          size="small"
          aria-pressed={isOn}
          className={isOn ? 'bg-hover text-ink!' : undefined}
          onClick={onToggle}
        >
          {icon}
        </IconButton>
      ))}
      {actions}
      <Button
        size="small"
        tone={isSaved ? 'neutral' : 'primary'}
        pending={state.kind === 'saving'}
        disabledReason={isSaved && 'No changes.'}
        onClick={onSave}
      >
        {isSuggesting ? 'Suggest' : 'Save'}
      </Button>
    </div>
  );
}
