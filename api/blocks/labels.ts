import type { BlockLabel } from './block.ts';

/** The labels where there is no page with a language: on paper, for programs and in the console. */
export const englishBlockLabels: Readonly<Record<BlockLabel, string>> = {
  info: 'Note',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
  tabs: 'Tabs',
  prompt: 'Prompt',
  response: 'Response',
  pathParameters: 'Path parameters',
  queryParameters: 'Query parameters',
  headers: 'Headers',
  requestBody: 'Request body',
  showMore: 'Show all lines',
};
