import type { ApiSpec } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';

interface FailureLabel {
  /** Two or three words. */
  label: string;
  /** The event, as a sentence. */
  description: string;
  /** How to fix it. */
  remedy: string;
}

const failureLabels: Record<string, FailureLabel> = {
  FETCH_TIMEOUT: {
    label: 'Timed out',
    description: 'The URL did not respond in time.',
    remedy: 'Open the URL in a browser. If it is slow there too, contact its owner, then check for updates.',
  },
  FETCH_ERROR: {
    label: 'Unreachable',
    description: 'Couldn’t fetch the document from its URL.',
    remedy:
      'The URL must be public and return the document itself, without sign-in. Change the source or upload the document.',
  },
  PARSE_ERROR: {
    label: 'Invalid',
    description: 'The document can’t be read as OpenAPI.',
    remedy:
      'Use OpenAPI 2.0 or 3 as JSON or YAML. Fix the document, then check for updates or upload it again.',
  },
};

/** Meaning and fix of a processing failure. An unknown code is shown as is. */
export function failureLabelOf(code: string): FailureLabel {
  return (
    failureLabels[code] ?? {
      label: code,
      description: `Processing failed with code ${code}.`,
      remedy: 'Try again. If it fails again, check the source.',
    }
  );
}

/** Label and meaning of a specification's status. */
export function specStatusOf(spec: Pick<ApiSpec, 'processingState' | 'lastProcessErrorCode'>): {
  label: string;
  tone: Tone;
  meaning: string;
} {
  if (spec.processingState === 'pending')
    return { label: 'Queued', tone: 'info', meaning: 'Processing starts soon.' };
  if (spec.processingState === 'progress')
    return { label: 'Processing', tone: 'info', meaning: 'The server is processing the document.' };
  if (spec.lastProcessErrorCode) {
    const { label, description } = failureLabelOf(spec.lastProcessErrorCode);
    return { label, tone: 'danger', meaning: description };
  }
  if (spec.processingState !== 'complete') {
    const label = String(spec.processingState ?? 'Unknown');
    return { label, tone: 'neutral', meaning: 'Unknown status.' };
  }
  return { label: 'Up to date', tone: 'success', meaning: 'The latest document is in use.' };
}
