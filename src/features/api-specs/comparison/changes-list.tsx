import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MethodBadge } from '../method-badge.tsx';

/** Rules for changes, and whether they break callers. */
const rules = {
  'operation-added': { breaks: false, consequence: 'New operations don’t affect existing callers.' },
  'operation-removed': { breaks: true, consequence: 'Callers get an error.' },
  'operation-deprecated': { breaks: false, consequence: 'The operation still works.' },
  'path-parameter-renamed': { breaks: false, consequence: 'The URL stays the same.' },
  'authentication-required': { breaks: true, consequence: 'Requests without credentials are rejected.' },
  'required-parameter-added': { breaks: true, consequence: 'Requests without it are rejected.' },
  'optional-parameter-added': { breaks: false, consequence: 'Callers can omit it.' },
  'parameter-became-required': { breaks: true, consequence: 'Requests without it are rejected.' },
  'parameter-became-optional': { breaks: false, consequence: 'Existing requests still work.' },
  'parameter-removed': { breaks: true, consequence: 'Callers that use it get different results or errors.' },
  'body-became-required': { breaks: true, consequence: 'Requests without a body are rejected.' },
  'body-removed': { breaks: true, consequence: 'The body is ignored.' },
  'body-added': { breaks: false, consequence: 'Callers can omit it.' },
  'request-media-type-removed': { breaks: true, consequence: 'Requests with it are rejected.' },
  'media-type-added': { breaks: false, consequence: 'Existing media types still work.' },
  'response-media-type-removed': {
    breaks: true,
    consequence: 'Callers that request it get another type or an error.',
  },
  'response-status-removed': {
    breaks: true,
    consequence: 'Callers that expect this status no longer get it.',
  },
  'response-status-added': { breaks: false, consequence: 'Existing responses don’t change.' },
  'required-request-field-added': { breaks: true, consequence: 'Requests without it are rejected.' },
  'optional-request-field-added': { breaks: false, consequence: 'Callers can omit it.' },
  'request-field-became-required': { breaks: true, consequence: 'Requests without it are rejected.' },
  'request-field-became-optional': { breaks: false, consequence: 'Existing requests still work.' },
  'request-field-removed': {
    breaks: true,
    consequence: 'Sent values are ignored or rejected.',
  },
  'response-field-removed': { breaks: true, consequence: 'Callers that read it get no value.' },
  'response-field-added': { breaks: false, consequence: 'Callers can ignore it.' },
  'response-field-became-optional': { breaks: true, consequence: 'The field can be missing.' },
  'response-field-became-required': { breaks: false, consequence: 'The field is always present.' },
  'request-type-narrowed': { breaks: true, consequence: 'Some accepted values are now rejected.' },
  'request-type-widened': { breaks: false, consequence: 'Existing requests still work.' },
  'response-type-widened': { breaks: true, consequence: 'Callers can get unexpected types.' },
  'response-type-narrowed': { breaks: false, consequence: 'Callers get fewer types.' },
  'request-enum-value-removed': { breaks: true, consequence: 'Requests with it are rejected.' },
  'request-enum-value-added': { breaks: false, consequence: 'Existing requests still work.' },
  'response-enum-value-removed': { breaks: false, consequence: 'Callers get fewer values.' },
  'response-enum-value-added': { breaks: true, consequence: 'Callers can get an unknown value.' },
  'request-limit-tightened': { breaks: true, consequence: 'Some accepted values are now rejected.' },
  'response-limit-loosened': {
    breaks: true,
    consequence: 'Callers can get values outside the previous limits.',
  },
  'limit-changed': { breaks: false, consequence: 'Existing callers are not affected.' },
  'format-changed': { breaks: true, consequence: 'Values have a different format.' },
  'alternatives-changed': {
    breaks: true,
    consequence: 'Alternatives were added, removed or changed. Review them.',
  },
} as const;

export type Rule = keyof typeof rules;

/** One difference of an operation. */
export interface Difference {
  rule: Rule;
  /** "query parameter limit", "response 200: items.name". */
  location: string;
  /** "string → integer". */
  text: string;
}

export interface OperationChange {
  kind: 'added' | 'removed' | 'changed';
  key: string;
  method: string;
  path: string;
  summary: string;
  differences: readonly Difference[];
}

export interface SpecComparison {
  changes: readonly OperationChange[];
  /** Unchanged operations. */
  unchanged: number;
  /** Operations not compared because of the timeout. */
  notCompared: number;
}

/** Whether callers must change. */
export const isBreaking = ({ differences }: Pick<OperationChange, 'differences'>): boolean =>
  differences.some(({ rule }) => rules[rule].breaks);

/** Operations shown at first, and added each time. */
const pageSize = 100;

interface ChangesListProps {
  comparison: SpecComparison;
  /** Only breaking changes. */
  onlyBreaking: boolean;
}

const kinds = [
  { kind: 'removed', title: 'Removed' },
  { kind: 'changed', title: 'Changed' },
  { kind: 'added', title: 'Added' },
] as const;

/** Added, removed and changed operations; breaking changes are marked with their rule. */
export function ChangesList({ comparison, onlyBreaking }: ChangesListProps) {
  const [visibleCount, setVisibleCount] = useState(pageSize);
  const { changes, unchanged, notCompared } = comparison;
  const filtered = onlyBreaking ? changes.filter(isBreaking) : changes;
  const visibleChanges = filtered.slice(0, visibleCount);
  return (
    <div className="flex flex-col gap-6">
      {notCompared > 0 && (
        <Callout tone="warning" title={`${formatCount(notCompared, 'operation')} not compared`}>
          The comparison timed out because the documents are too large. The text comparison is complete.
        </Callout>
      )}
      {filtered.length === 0 && (
        <EmptyState
          icon={<CircleCheck />}
          title={onlyBreaking && changes.length > 0 ? 'No breaking changes' : 'No changed operations'}
        >
          {formatCount(unchanged, 'operation')} unchanged.
        </EmptyState>
      )}
      {kinds.map(({ kind, title }) => {
        const members = visibleChanges.filter((change) => change.kind === kind);
        if (members.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`changes-${kind}`}>
            <h2 id={`changes-${kind}`} className="mb-2 text-base font-semibold">
              {title}{' '}
              <span className="font-normal text-ink-soft tabular-nums">
                {formatNumber(filtered.filter((change) => change.kind === kind).length)}
              </span>
            </h2>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {members.map((change) => (
                <ChangeRow key={change.key} change={change} />
              ))}
            </ul>
          </section>
        );
      })}
      {filtered.length > visibleCount && (
        <Button onClick={() => setVisibleCount(visibleCount + pageSize)}>
          Show more of {formatCount(filtered.length, 'operation')}
        </Button>
      )}
    </div>
  );
}

function ChangeRow({ change }: { change: OperationChange }) {
  const { method, path, summary, differences, kind } = change;
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MethodBadge method={method} />
        <code className="min-w-0 wrap-anywhere">{path}</code>
        {isBreaking(change) && <Badge tone="danger">Breaking</Badge>}
        <span dir="auto" className="min-w-0 text-ink-soft wrap-anywhere">
          {summary}
        </span>
      </div>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {differences.map((difference) => (
          <DifferenceRow
            key={`${difference.rule} ${difference.location} ${difference.text}`}
            difference={difference}
            isWhole={kind !== 'changed'}
          />
        ))}
      </ul>
    </li>
  );
}

function DifferenceRow({ difference, isWhole }: { difference: Difference; isWhole: boolean }) {
  const { rule, location, text } = difference;
  const { breaks, consequence } = rules[rule];
  return (
    <li className="border-l-2 border-line pl-3">
      {!isWhole && (
        <p className="wrap-anywhere">
          <code className="text-xs">{location}</code> {text}
        </p>
      )}
      <p className={`text-xs ${breaks ? 'text-danger-ink' : 'text-ink-soft'}`}>
        {breaks ? 'Breaking' : 'Compatible'} (<code>{rule}</code>): {consequence}
      </p>
    </li>
  );
}
