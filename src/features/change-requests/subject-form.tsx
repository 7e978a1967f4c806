import { useState } from 'react';
import { messageOf } from '#src/api/errors.ts';
import { codePoints } from '#src/lib/code-points.ts';
import { Button } from '#src/ui/button.tsx';
import { Input } from '#src/ui/input.tsx';

/** The longest subject, in characters. */
const longest = 100;

interface SubjectFormProps {
  subject: string;
  /** Saves it; a rejection is shown and the form stays. */
  onSave: (subject: string) => Promise<unknown>;
  onClose: () => void;
}

/** Changes a subject in place: Enter saves, Escape gives up. */
export function SubjectForm({ subject, onSave, onClose }: SubjectFormProps) {
  const [text, setText] = useState(subject);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const save = async () => {
    const length = codePoints(text.trim());
    if (length > longest) return setProblem(`At most ${longest} characters; this has ${length}.`);
    setPending(true);
    try {
      await onSave(text.trim());
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setPending(false);
    }
  };
  return (
    <form
      aria-label="Rename the change request"
      className="flex w-full flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Input
        // It takes the place of the menu that was just used.
        autoFocus
        aria-label="Subject"
        aria-invalid={problem !== null || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="max-w-xl flex-1 basis-60"
      />
      <Button type="submit" tone="primary" pending={pending}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
      {problem && (
        <p role="alert" className="w-full text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </form>
  );
}
