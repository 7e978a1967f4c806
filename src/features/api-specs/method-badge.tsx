import { Badge, type Tone } from '#src/ui/badge.tsx';

const tones: Record<string, Tone> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
};

/** The method of an operation; always of one width, so that paths stand below each other. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge tone={tones[method] ?? 'neutral'} className="w-16 justify-center font-mono">
      {method}
    </Badge>
  );
}
