import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { noUploadsReason, useTakesUploads } from '#src/domain/uploads/capabilities.ts';
import { findPictureProblem, pictureLimit, pictureTypes } from '#src/domain/uploads/upload-rules.ts';
import { Button } from '#src/ui/button.tsx';

interface PictureFileButtonProps {
  label: string;
  /** Called with a picture that can be uploaded; why another one can't be is said below the button. */
  onChoose: (file: File) => void;
}

/** Takes a picture from the device, with the limits on it. */
export function PictureFileButton({ label, onChoose }: PictureFileButtonProps) {
  const hintId = useId();
  const takesUploads = useTakesUploads();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = findPictureProblem(file);
    setProblem(problem);
    if (problem === undefined) onChoose(file);
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        data-upload=""
        icon={<ImageUp />}
        aria-describedby={hintId}
        disabledReason={takesUploads === false && noUploadsReason}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <p
        id={hintId}
        role={problem === undefined ? undefined : 'alert'}
        className={`text-xs wrap-anywhere ${problem === undefined ? 'text-ink-soft' : 'text-danger-ink'}`}
      >
        {problem ?? pictureLimit}
      </p>
    </div>
  );
}
