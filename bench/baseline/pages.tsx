import { useQuery } from '@tanstack/react-query';
import { fetchPage, Rows } from './list.tsx';

/** A second list, loaded on demand. */
export function TeamsPage() {
  const { data } = useQuery({ queryKey: ['teams'], queryFn: () => fetchPage('teams?limit=50') });
  return <Rows label="Teams" items={data?.items ?? []} />;
}

/** The list of sites. */
export function SitesPage() {
  const { data } = useQuery({ queryKey: ['sites'], queryFn: () => fetchPage('sites?limit=50') });
  return <Rows label="Sites" items={data?.items ?? []} />;
}

/** The list of open change requests. */
export function InboxPage() {
  const { data } = useQuery({
    queryKey: ['inbox'],
    queryFn: () => fetchPage('change-requests?bucket=open&limit=50'),
  });
  return <Rows label="Inbox" items={data?.items ?? []} />;
}

/** One change request: all its texts. */
export function ChangeRequestPage() {
  const { data } = useQuery({
    queryKey: ['change-request'],
    queryFn: () => fetchPage('change-requests?status=open&limit=1'),
  });
  return (
    <dl aria-label="Change request">
      {data?.items[0]?.details.map((text, index) => (
        <div key={text}>
          <dt>{index}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
