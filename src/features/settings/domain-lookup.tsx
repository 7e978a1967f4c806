import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { listOrganizationsByEmailDomainOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { validateDomains, parseDomains } from './email-domains.ts';

interface DomainLookupProps {
  /** The domain in the URL. */
  domain: string | undefined;
  onLookUp: (domain: string | undefined) => void;
}

/** Finds the caller's organizations that use an email domain. */
export function DomainLookup({ domain, onLookUp }: DomainLookupProps) {
  const [text, setText] = useState(domain ?? '');
  const [problem, setProblem] = useState<string>();
  return (
    <Section title="Find an organization by email domain">
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const [first, second] = parseDomains(text);
          const error = validateDomains(text) ?? (second && 'Enter one domain at a time.');
          setProblem(error);
          if (error === undefined) onLookUp(first);
        }}
      >
        <Field label="Email domain" error={problem} className="flex-1">
          {(control) => (
            <Input
              {...control}
              value={text}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
              placeholder="example.com"
              className="font-mono"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" icon={<Search />} className="mt-6.5">
          Find
        </Button>
      </form>
      {domain !== undefined && <LookupResult domain={domain} />}
    </Section>
  );
}

function LookupResult({ domain }: { domain: string }) {
  const { data, error, refetch } = useQuery(
    listOrganizationsByEmailDomainOptions({ path: { emailDomain: domain } }),
  );
  if (error) return <FetchFailure error={error} onRetry={refetch} urgent className="mt-3" />;
  return (
    <div role="status" className="mt-3 text-ink-soft">
      {!data && 'Searching…'}
      {data?.organizations.length === 0 && `None of your organizations uses ${domain}.`}
      {data && data.organizations.length > 0 && (
        <ul
          aria-label={`Organizations of ${domain}`}
          className="divide-y divide-line rounded-lg border border-line"
        >
          {data.organizations.map(({ id, title }) => (
            <li key={id} dir="auto" className="px-4 py-2 font-medium text-ink">
              <Link to="/o/$organizationId" params={{ organizationId: id }} className="link">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
