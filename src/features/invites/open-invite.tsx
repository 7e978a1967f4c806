import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

/** The invite id in pasted text: an id, or a URL that ends with one; null otherwise. */
export function parseInviteId(pasted: string): string | null {
  const last =
    pasted
      .trim()
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast(Boolean) ?? '';
  return /^[\w-]{1,128}$/.test(last) ? last : null;
}

/** Opens an invite link by its id, for servers that cannot list invite links. */
export function OpenInviteById({ onOpen }: { onOpen: (inviteId: string) => void }) {
  const [text, setText] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  return (
    <EmptyState icon={<Link2 />} title="This server doesn’t list invite links">
      <p>Enter the ID of a link to view, change or revoke it.</p>
      <form
        className="mt-4 flex flex-col gap-2 text-left text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          const id = parseInviteId(text);
          setIsInvalid(id === null);
          if (id !== null) onOpen(id);
        }}
      >
        <Field label="Invite link ID or URL" error={isInvalid ? 'Enter an invite link ID or URL.' : null}>
          {(control) => (
            <Input
              {...control}
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="self-start">
          Open link
        </Button>
      </form>
    </EmptyState>
  );
}
