import type { WebhookEventKind } from '#api/generated/types.gen.ts';
import {
  choiceParam,
  type SearchParamParser,
  type SearchParams,
  searchParams,
  textParam,
} from '#src/lib/search-params.ts';

export const deliveryStateNames = ['pending', 'delivered', 'failed'] as const;

/** A text that is written like a kind; the server rejects kinds that it does not have. */
const kindParam: SearchParamParser<WebhookEventKind> = (value) => (isKind(value) ? value : undefined);

const isKind = (value: unknown): value is WebhookEventKind =>
  typeof value === 'string' && /^[a-z_]{1,32}\.[a-z_]{1,32}$/.test(value);

const parsers = {
  state: choiceParam(deliveryStateNames),
  type: kindParam,
  /** The open delivery. */
  delivery: textParam(64),
};

export type DeliverySearch = SearchParams<typeof parsers>;

export const parseDeliverySearch = searchParams(parsers);
