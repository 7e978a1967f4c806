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
    meaning: 'The address did not answer in time.',
    remedy:
      'Open the address in a browser. When it is slow there too, ask whoever runs it; then check again.',
  },
  FETCH_ERROR: {
    label: 'Unreachable',
    meaning: 'The document could not be fetched from its address.',
    remedy:
      'The address has to be public and answer with the document itself: no sign-in page, no private network, no error. Correct the source, or send the document as text.',
  },
  PARSE_ERROR: {
    label: 'Not valid',
    meaning: 'What was fetched or sent is not a valid OpenAPI document.',
    remedy:
      'It has to be OpenAPI 2.0, 3.0 or 3.1 as JSON or YAML, and valid. Check it with a validator, correct it, and check again or send it anew.',
  },
};

/** What a failure of reading means, and what to do. A code of a newer server is shown as it is written. */
export function wordsOfFailure(code: string): FailureWords {
  return (
    failures[code] ?? {
      label: code,
      meaning: `Reading failed with the code ${code}.`,
      remedy: 'Check again. If it happens again, check the source.',
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
    return { label: 'Waiting', tone: 'info', meaning: 'The server will read it in a moment.' };
  if (spec.processingState === 'progress')
    return { label: 'Being read', tone: 'info', meaning: 'The server reads it right now.' };
  if (spec.lastProcessErrorCode) {
    const { label, meaning } = wordsOfFailure(spec.lastProcessErrorCode);
    return { label, tone: 'danger', meaning };
  }
  if (spec.processingState !== 'complete') {
    const label = String(spec.processingState ?? 'Unknown');
    return { label, tone: 'neutral', meaning: 'This console does not know this state.' };
  }
  return { label: 'Up to date', tone: 'success', meaning: 'The server has read it.' };
}
