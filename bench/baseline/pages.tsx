import { useQuery } from '@tanstack/react-query';
import { fetchPage, Rows } from './list.tsx';

/** A list that is loaded on demand. */
const listPage = (label: string, path: string) =>
  function ListPage() {
    const { data } = useQuery({ queryKey: [label], queryFn: () => fetchPage(path) });
    return <Rows label={label} items={data?.items ?? []} />;
  };

export const TeamsPage = listPage('Teams', 'teams?limit=50');
export const SitesPage = listPage('Sites', 'sites?limit=50');
