import { Check } from 'lucide-react';
import type { ContentConflict } from '#src/api/generated/types.gen.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input, Textarea } from '#src/ui/input.tsx';
import { ConflictSideView } from './conflict-side.tsx';
import { canTakeSpace, isDeletion, type Resolution, startingText } from './resolution.ts';

interface ConflictPageProps {
  conflict: ContentConflict;
  resolution: Resolution | undefined;
  /** The page has changed since it was settled, and somebody should look again. */
  asksAgain: boolean;
  onResolve: (resolution: Resolution) => void;
}

const words: Record<string, string> = {
  markdown: 'text',
  title: 'title',
  description: 'description',
  emoji: 'emoji',
  parent: 'place in the tree',
  page: 'page as a whole',
};

/** One page in conflict: its three versions side by side, and the ways to settle it. */
export function ConflictPage({ conflict, resolution, asksAgain, onResolve }: ConflictPageProps) {
  const { base, space, changeRequest, attributes } = conflict;
  const about = attributes.map((name) => words[name] ?? name).join(', ');
  const take = (kind: 'space' | 'change-request', label: string, reason?: string | false) => (
    <Button
      size="small"
      aria-pressed={resolution?.kind === kind}
      tone={resolution?.kind === kind ? 'primary' : 'neutral'}
      icon={resolution?.kind === kind ? <Check /> : undefined}
      disabledReason={reason}
      onClick={() => onResolve({ kind })}
    >
      {label}
    </Button>
  );
  return (
    <div className="min-w-0 space-y-4">
      <div>
        <h2 dir="auto" className="text-base font-semibold">
          {conflict.title}
        </h2>
        <p className="text-ink-soft">In conflict: {about}</p>
      </div>
      {asksAgain && (
        <Callout tone="warning">This page has changed in the space meanwhile. Look at it again.</Callout>
      )}
      <div className="grid gap-3 xl:grid-cols-3">
        <ConflictSideView heading="Where both started" side={base} />
        <ConflictSideView
          heading="In the space now"
          side={space}
          base={base}
          action={take(
            'space',
            isDeletion(conflict) ? (space ? 'Keep the page' : 'Delete the page') : 'Take theirs',
            !canTakeSpace(conflict) &&
              'The server tells only the change request’s place, emoji or description.',
          )}
        />
        <ConflictSideView
          heading="In this change request"
          side={changeRequest}
          base={base}
          action={take(
            'change-request',
            isDeletion(conflict) ? (changeRequest ? 'Keep the page' : 'Delete the page') : 'Take mine',
          )}
        />
      </div>
      {resolution?.kind === 'edited' ? (
        <MergedText conflict={conflict} resolution={resolution} onResolve={onResolve} />
      ) : (
        <Button onClick={() => onResolve({ kind: 'edited', ...startingText(conflict) })}>
          Write the merged text
        </Button>
      )}
    </div>
  );
}

interface MergedTextProps {
  conflict: ContentConflict;
  resolution: Resolution & { kind: 'edited' };
  onResolve: (resolution: Resolution) => void;
}

function MergedText({ conflict, resolution, onResolve }: MergedTextProps) {
  const isIn = (name: string) => isDeletion(conflict) || conflict.attributes.includes(name);
  return (
    <section aria-label="Merged text" className="space-y-3">
      {isIn('title') && (
        <Field label="Title">
          {(control) => (
            <Input
              {...control}
              value={resolution.title}
              onChange={(event) => onResolve({ ...resolution, title: event.target.value })}
            />
          )}
        </Field>
      )}
      {isIn('markdown') && (
        <Field label="Merged text" hint="As markdown. It survives a reload of this page.">
          {(control) => (
            <Textarea
              {...control}
              value={resolution.markdown}
              spellCheck={false}
              className="min-h-40 font-mono text-xs"
              onChange={(event) => onResolve({ ...resolution, markdown: event.target.value })}
            />
          )}
        </Field>
      )}
    </section>
  );
}
