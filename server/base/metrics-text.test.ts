// @module-tag without-database
import { expect, it } from 'vitest';
import { MetricsText } from './metrics-text.ts';

it('writes each metric with its type, and escapes labels', () => {
  const text = new MetricsText();
  text.gauge('open', 'Open doors.', [[{}, 3]]);
  text.counter('seen_total', 'Seen people.', [[{ door: 'a "b"\\\n' }, 0.5]]);
  expect(text.toString()).toBe(
    [
      '# HELP open Open doors.',
      '# TYPE open gauge',
      'open 3',
      '# HELP seen_total Seen people.',
      '# TYPE seen_total counter',
      String.raw`seen_total{door="a \"b\"\\\n"} 0.5`,
      '',
    ].join('\n'),
  );
});

it('writes the buckets of a histogram as running totals', () => {
  const text = new MetricsText();
  text.histogram('wait_seconds', 'Waits.', [0.1, 1], [{ labels: { of: 'door' }, counts: [2, 1, 4], sum: 9 }]);
  expect(text.toString().split('\n').slice(2)).toEqual([
    'wait_seconds_bucket{of="door",le="0.1"} 2',
    'wait_seconds_bucket{of="door",le="1"} 3',
    'wait_seconds_bucket{of="door",le="+Inf"} 7',
    'wait_seconds_sum{of="door"} 9',
    'wait_seconds_count{of="door"} 7',
    '',
  ]);
});
