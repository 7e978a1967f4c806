import type { ApiSpec } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';

interface FailureWords {
  /** In two or three words. */
  label: string;
  /** What happened, as a sentence. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
}

const failures: Record<string, FailureWords> = {
  FETCH_TIMEOUT: {
    label: 'Timed out',
    meaning: 'The URL did not respond in time.',
    remedy: 'Open the URL in a browser. If it is slow there too, contact its owner, then check for updates.',
  },
  FETCH_ERROR: {
    label: 'Unreachable',
    meaning: 'Couldn’t fetch the document from its URL.',
    remedy:
      'The URL must be public and return the document itself, without sign-in. Change the source or upload the document.',
  },
  PARSE_ERROR: {
    label: 'Invalid',
    meaning: 'This is not a valid OpenAPI document.',
    remedy:
      'Use valid OpenAPI 2.0, 3.0 or 3.1 as JSON or YAML. Fix the document, then check for updates or upload it again.',
  },
};

/** What a failure of reading means, and what to do. A code of a newer server is shown as it is written. */
export function wordsOfFailure(code: string): FailureWords {
  return (
    failures[code] ?? {
      label: code,
      meaning: `Processing failed with code ${code}.`,
      remedy: 'Try again. If it fails again, check the source.',
    }
  );
}

/** The state of a specification in a word, with what it means. */
export function stateOf(spec: Pick<ApiSpec, 'processingState' | 'lastProcessErrorCode'>): {
  label: string;
  tone: Tone;
  meaning: string;
} {
  if (spec.processingState === 'pending')
    return { label: 'Queued', tone: 'info', meaning: 'Processing starts soon.' };
  if (spec.processingState === 'progress')
    return { label: 'Processing', tone: 'info', meaning: 'The server is processing the document.' };
  if (spec.lastProcessErrorCode) {
    const { label, meaning } = wordsOfFailure(spec.lastProcessErrorCode);
    return { label, tone: 'danger', meaning };
  }
  if (spec.processingState !== 'complete') {
    const label = String(spec.processingState ?? 'Unknown');
    return { label, tone: 'neutral', meaning: 'Unknown status.' };
  }
  return { label: 'Up to date', tone: 'success', meaning: 'The latest document is in use.' };
}
