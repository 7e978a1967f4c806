import {
  type DefaultError,
  type FetchQueryOptions,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';

/**
 * A query client that retains requests awaited by loaders. A request is canceled when its last component unmounts, but
 * a loader of the next screen may wait for it; an observer keeps it alive until the response.
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
    // Not enabled: it sends nothing itself.
    const observer = new QueryObserver(this, { ...query.options, queryKey: query.queryKey, enabled: false });
    return result.finally(observer.subscribe(() => undefined));
  }
}
