import { Badge, type Tone } from '#src/ui/badge.tsx';

const tones: Record<string, Tone> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
};

/** The HTTP method of an operation, at a fixed width so that paths align. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge tone={tones[method] ?? 'neutral'} className="w-16 justify-center font-mono">
      {method}
    </Badge>
  );
}
