import { useQuery } from '@tanstack/react-query';
import { fetchPage } from './fetch-page.ts';
import { Rows } from './rows.tsx';

/** The list of sites. */
export function SitesPage() {
  const { data } = useQuery({ queryKey: ['sites'], queryFn: () => fetchPage('sites?limit=50') });
  return <Rows label="Sites" items={data?.items ?? []} />;
}
