import { useQuery } from '@tanstack/react-query';
import { fetchPage } from './fetch-page.ts';
import { Rows } from './rows.tsx';

/** The list of change requests that wait for others. */
export function InboxPage() {
  const { data } = useQuery({
    queryKey: ['inbox'],
    queryFn: () => fetchPage('change-requests?bucket=waiting&limit=50'),
  });
  return <Rows label="Inbox" items={data?.items ?? []} />;
}
