import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { parseCondition } from '#api/evaluate-condition.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { listClaims, schemaOf, type SitePath } from './claims.ts';
import { FindingLines } from './finding-lines.tsx';
import { lintCondition } from './lint-condition.ts';

/** Findings for a condition while it is edited; empty until the claims are loaded. */
export function ConditionFindings({ path, condition }: { path: SitePath; condition: string }): ReactNode {
  const { data } = useQuery(schemaOf(path));
  const conditionText = useDeferredValue(condition.trim());
  const claims = data && listClaims(data.jsonSchema);
  const findings = claims && conditionText !== '' ? lintCondition(conditionText, claims) : [];
  return (
    <div role="status" aria-label="Findings" className="text-xs empty:hidden">
      {findings.length > 0 && (
        // Anew for other findings, so that each is scrolled to.
        <div
          key={JSON.stringify(findings)}
          ref={scrollWhileTyping}
          className="flex scroll-mb-16 flex-col gap-1"
        >
          <FindingLines findings={findings} />
        </div>
      )}
    </div>
  );
}

/** Scrolls what is about the field that has the focus into view, above the bar with Save. */
function scrollWhileTyping(element: HTMLElement | null): void {
  if (document.activeElement instanceof HTMLTextAreaElement) element?.scrollIntoView({ block: 'nearest' });
}

/**
 * Asks for confirmation if the condition has errors.
 *
 * @returns whether it may be saved
 */
export async function confirmCondition(
  queryClient: QueryClient,
  path: SitePath,
  condition: string,
): Promise<boolean> {
  // The server rejects syntax errors and reports the position.
  if ('problem' in parseCondition(condition)) return true;
  // Without claims from the server, they cannot be checked.
  const schema = await queryClient.ensureQueryData(schemaOf(path)).catch(() => null);
  if (!schema) return true;
  const claims = listClaims(schema.jsonSchema);
  const errors = lintCondition(condition, claims).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return true;
  return confirm({
    title: 'Save condition with errors?',
    body: (
      <div className="flex flex-col gap-1.5">
        <FindingLines findings={errors} />
      </div>
    ),
    confirmLabel: 'Save anyway',
    cancelLabel: 'Keep editing',
    tone: 'danger',
  });
}
