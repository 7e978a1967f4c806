import { ExternalLink } from 'lucide-react';
import { buttonStyle } from '#src/ui/button.tsx';

interface OpenPublishedProps {
  url: string;
  /** The label. */
  label: string;
  size?: 'small' | 'medium';
}

/** Opens a published URL in a new tab. */
export function OpenPublished({ url, label, size = 'medium' }: OpenPublishedProps) {
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
