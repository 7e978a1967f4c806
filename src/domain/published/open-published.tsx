import { ExternalLink } from 'lucide-react';
import { session } from '#src/api/session/session.ts';
import { isNotServedHere } from '#src/domain/published/is-served.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';

const notServedReason = 'This server doesn’t serve published sites. Use the Published tab for a preview.';

interface OpenPublishedProps {
  url: string;
  /** The label. */
  label: string;
  size?: 'small' | 'medium';
}

/** Opens a published URL in a new tab; disabled with a reason if it isn't served. */
export function OpenPublished({ url, label, size = 'medium' }: OpenPublishedProps) {
  if (useIsNotServed(url))
    return (
      <Button size={size} icon={<ExternalLink />} disabledReason={notServedReason} className="self-start">
        {label}
      </Button>
    );
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle('neutral', size, 'self-start')}
    >
      <ExternalLink aria-hidden="true" />
      {label}
    </a>
  );
}

/** Like `isNotServedHere`, for components. */
export function useIsNotServed(url: string): boolean {
  useStore(session.state);
  return isNotServedHere(url);
}
