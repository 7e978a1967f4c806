import { Suspense, use, useCallback, useEffect, useMemo, useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { RequestId } from '#src/components/errors/request-id.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { type Confirmation, confirmation } from './confirm.ts';

/** The confirm dialog. Mounted while a confirmation is open. */
export function ConfirmDialog() {
  const prompt = useStore(confirmation);
  return prompt && <ConfirmPrompt key={prompt.title} {...prompt} />;
}

// oxlint-disable-next-line max-lines-per-function -- one dialog: each optional block of a confirmation in order of appearance
function ConfirmPrompt(options: Confirmation & { respond: (confirmed: boolean) => void }) {
  const {
    title,
    body,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'neutral',
    typeToConfirm,
    warnings = [],
    action,
    respond: resolve,
  } = options;
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isTextMissing = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;

  const submit = async () => {
    if (isTextMissing || pending) return;
    if (!action) return resolve(true);
    setPending(true);
    setError(null);
    try {
      await action();
      resolve(true);
    } catch (error) {
      setError(error);
      setPending(false);
    }
  };

  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => !pending && resolve(false)}
      // Focus Cancel: after opening by key, an early Enter must not confirm.
      initialFocus={typeToConfirm ? 'input' : '[data-confirm="no"]'}
      footer={
        <>
          <Button data-confirm="no" onClick={() => !pending && resolve(false)}>
            {cancelLabel}
          </Button>
          <Button
            data-confirm="yes"
            tone={tone === 'danger' ? 'danger' : 'primary'}
            pending={pending}
            disabledReason={isTextMissing && `Type “${typeToConfirm}” to confirm.`}
            onClick={submit}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {body && <div className="text-ink-soft text-pretty">{body}</div>}
        {warnings.length > 0 && (
          <Callout tone="warning" title={formatCount(warnings.length, 'warning')}>
            <ul className="list-disc pl-4">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Callout>
        )}
        {options.impact && <ImpactList impact={options.impact} />}
        {typeToConfirm !== undefined && (
          <Field label={<>Type “{typeToConfirm}” to confirm</>}>
            {(control) => (
              <Input
                {...control}
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        {error !== null && (
          <Callout tone="danger" urgent>
            {errorMessage(error)}
            <RequestId error={error} />
          </Callout>
        )}
      </form>
    </Dialog>
  );
}

/**
 * Other affected items. Its height is reserved while they load, and a longer list scrolls within it, so that
 * no button moves under the pointer.
 */
function ImpactList({ impact }: { impact: NonNullable<Confirmation['impact']> }) {
  const effects = useMemo(() => impact().catch(() => ['Couldn’t check what else is affected.']), [impact]);
  const [isLate, setLate] = useState(false);
  const keepPlace = useCallback(() => setLate(true), []);
  return (
    <div
      role="group"
      aria-label="What else is affected"
      aria-live="polite"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard, too
      tabIndex={isLate ? 0 : undefined}
      className={isLate ? 'h-24 overflow-y-auto' : undefined}
    >
      <Suspense fallback={<Lookup onPainted={keepPlace} />}>
        <Effects effects={effects} />
      </Suspense>
    </div>
  );
}

/** @param onPainted it took so long that the person sees it */
function Lookup({ onPainted }: { onPainted: () => void }) {
  useEffect(() => afterPaint(onPainted), [onPainted]);
  return (
    <div className="h-24 space-y-2.5 pt-1">
      <Skeleton className="w-5/6" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-3/4" />
    </div>
  );
}

function Effects({ effects }: { effects: Promise<readonly string[]> }) {
  return (
    <ul className="list-disc space-y-1 pl-4 marker:text-ink-soft">
      {use(effects).map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}
