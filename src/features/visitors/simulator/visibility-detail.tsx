import { Link } from '@tanstack/react-router';
import type { Trace } from '#api/evaluate-condition.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { type SiteItem, type Segment, type ItemVisibility, visibilityFor } from '../audience.ts';
import type { SitePath } from '../claims.ts';

interface VisibilityDetailProps {
  path: SitePath;
  items: readonly SiteItem[];
  item: SiteItem;
  segment: Segment;
  claims: readonly string[];
  onClose: () => void;
}

const tones: Record<ItemVisibility['state'], Tone> = {
  shown: 'success',
  hidden: 'neutral',
  unknown: 'warning',
};
const stateLabels: Record<ItemVisibility['state'], string> = {
  shown: 'Shown',
  hidden: 'Hidden',
  unknown: 'Can’t be evaluated',
};

/** Why a segment sees an item or not: the condition with the values of its parts. */
export function VisibilityDetail({ path, items, item, segment, claims, onClose }: VisibilityDetailProps) {
  // As in the structure editor: there is room for the preview.
  const isWide = useMatches('(width >= 64rem)');
  const visibility = visibilityFor(items, segment, claims).get(item.id);
  const parentItem = items.find(({ id }) => id === item.parent);
  if (!visibility) return null;
  const { evaluation, state, reason } = visibility;
  return (
    <Dialog title={`“${item.title}” for “${segment.name}”`} shape="panel" onClose={onClose}>
      <div className="flex flex-col items-start gap-3">
        <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
        {reason === 'none' && <p>It has no condition. Everyone sees it.</p>}
        {reason === 'parent' && parentItem && <p>Its parent “{parentItem.title}” isn’t shown.</p>}
        {reason === 'children' && <p>Nothing in it is shown.</p>}
        {evaluation?.kind === 'unsupported' && (
          <>
            <code className="font-mono text-xs wrap-anywhere">{item.condition}</code>
            <p>{evaluation.reason} The server may evaluate it differently.</p>
          </>
        )}
        {evaluation?.kind === 'value' && (
          <ul aria-label="Evaluated parts" className="w-full">
            <TracePart trace={evaluation.trace} />
          </ul>
        )}
        <p className="text-ink-soft">
          Claims of this segment:{' '}
          {Object.entries(segment.values)
            .map(([name, value]) => `${name} is ${String(value)}`)
            .join(', ') || 'none'}
          .
        </p>
        {isWide && (
          <Link
            to="/o/$organizationId/sites/$siteId/structure"
            params={path}
            search={{ item: item.id, claims: segment.values }}
            className="link"
          >
            Preview the site as this visitor
          </Link>
        )}
      </div>
    </Dialog>
  );
}

function TracePart({ trace: { text, value, parts } }: { trace: Trace }) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3 border-b border-line py-1">
        <code className="font-mono text-xs wrap-anywhere">{text}</code>
        <code className="shrink-0 font-mono text-xs font-semibold">{formatValue(value)}</code>
      </div>
      {parts.some((part) => part.parts.length > 0 || part.text.includes('visitor')) && (
        <ul className="pl-4">
          {parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of an expression have an order and no names
            <TracePart key={index} trace={part} />
          ))}
        </ul>
      )}
    </li>
  );
}

const formatValue = (value: unknown) =>
  value === undefined ? 'unset' : typeof value === 'object' ? 'a group' : JSON.stringify(value);
