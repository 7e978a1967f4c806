import { useQuery } from '@tanstack/react-query';
import { fetchPage } from './fetch-page.ts';

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
