import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { checkSiteVisitorTokenMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteVisitorKey, SiteVisitorTokenCheck } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { FormError } from '#src/components/form/form-validation.tsx';
import { exactTime } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import type { Claim, SitePath } from '../claims.ts';
import { claimProblems, describeCheck, nameOfKey } from './visitor-keys.ts';

/** As on the server. */
const tokenSchema = z
  .string()
  .trim()
  .min(1, 'Paste a token.')
  .max(8000, 'A token has at most 8,000 characters.');

interface TokenCheckProps {
  path: SitePath;
  keys: readonly SiteVisitorKey[];
  claims: readonly Claim[];
  /** Where visitors read the site; undefined before publishing. */
  publishedUrl: string | undefined;
}

/** Says whether the site would accept a token, as its server sees it now. */
export function TokenCheck({ path, keys, claims, publishedUrl }: TokenCheckProps) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const check = useApiMutation(checkSiteVisitorTokenMutation(), { invalidates: [] });
  const submit = () => {
    const parsed = tokenSchema.safeParse(token);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) check.mutate({ path, body: { token: parsed.data } });
    else check.reset();
  };
  return (
    <form
      aria-label="Test a token"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Token"
        error={problem}
        hint="What your system adds as jwt_token. It is neither stored nor shown to others."
      >
        {(attributes) => (
          <Textarea
            {...attributes}
            value={token}
            rows={3}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono wrap-anywhere"
            onChange={(event) => {
              setToken(event.target.value);
              setProblem(undefined);
              check.reset();
            }}
          />
        )}
      </Field>
      {check.error && <FormError error={check.error} fields={new Set()} />}
      <div role="status" className="empty:hidden">
        {check.data && <CheckResult result={check.data} keys={keys} claims={claims} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={check.isPending}>
          Test token
        </Button>
        {check.data?.status === 'valid' && publishedUrl !== undefined && (
          <a
            href={`${publishedUrl}?jwt_token=${encodeURIComponent(token.trim())}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle()}
          >
            <ExternalLink aria-hidden="true" />
            Open the site with it
          </a>
        )}
      </div>
    </form>
  );
}

interface CheckResultProps extends Pick<TokenCheckProps, 'keys' | 'claims'> {
  result: SiteVisitorTokenCheck;
}

function CheckResult({ result, keys, claims: known }: CheckResultProps) {
  const { tone, title, advice } = describeCheck(result);
  const key = keys.find(({ id }) => id === result.key);
  const { expiresAt, claims } = result;
  const problems = claimProblems(result, known);
  return (
    <div className="flex flex-col gap-3">
      <Callout tone={tone} title={title}>
        <p>{advice}</p>
        {key && <p>Signed with the key {nameOfKey(key)}.</p>}
        {expiresAt !== undefined && (
          <p>
            {result.status === 'expired' ? 'Ended' : 'Ends'} {exactTime(expiresAt)}.
          </p>
        )}
        {claims && Object.keys(claims).length === 0 && <p>It has no claims that this site knows.</p>}
        {claims && Object.keys(claims).length > 0 && (
          <>
            <p className="mt-2">Claims that conditions read:</p>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
              tabIndex={0}
              role="region"
              aria-label="Claims"
              className="mt-1 max-h-60 overflow-auto font-mono text-xs"
            >
              {JSON.stringify(claims, null, 2)}
            </pre>
          </>
        )}
      </Callout>
      {problems.length > 0 && (
        <Callout tone="warning" title="Claims that don’t fit this site">
          <ul>
            {problems.map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
