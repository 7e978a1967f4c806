import { useQuery } from '@tanstack/react-query';
import { fetchPage } from './fetch-page.ts';
import { Rows } from './rows.tsx';

/** A second list, loaded on demand. */
export function TeamsPage() {
  const { data } = useQuery({ queryKey: ['teams'], queryFn: () => fetchPage('teams?limit=50') });
  return <Rows label="Teams" items={data?.items ?? []} />;
}
