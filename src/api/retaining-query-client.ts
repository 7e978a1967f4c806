import {
  type DefaultError,
  type FetchQueryOptions,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';

/**
 * A query client whose loaders keep what they wait for. A request is taken back when the last component that showed it is
 * gone; a loader of the next screen that waits for the very same answer is no component, and would be refused with it.
 * Here whoever fetches counts as somebody who looks on, until the answer has come.
 */
export class RetainingQueryClient extends QueryClient {
  override fetchQuery<
    Answer,
    Refusal = DefaultError,
    Data = Answer,
    Key extends QueryKey = QueryKey,
    Param = never,
  >(options: FetchQueryOptions<Answer, Refusal, Data, Key, Param>): Promise<Data> {
    const result = super.fetchQuery(options);
    const query = this.getQueryCache().find({ queryKey: options.queryKey });
    if (!query || query.state.fetchStatus === 'idle') return result;
    // Not enabled: it asks for nothing by itself, it is only there.
    const observer = new QueryObserver(this, { ...query.options, queryKey: query.queryKey, enabled: false });
    return result.finally(observer.subscribe(() => undefined));
  }
}
