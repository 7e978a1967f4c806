import type { SiteVisitorSegment, SiteVisitorSegments } from '#api/generated/types.gen.ts';
import { badRequest } from '#server/base/errors.ts';

/** The segments of a site, and when they were stored. */
export interface StoredSegments {
  segments: SiteVisitorSegment[];
  /** Null if they never were. */
  updatedAt: Date | null;
}

/** The places of names that are there before. */
function repeatedPlaces(names: readonly string[]): number[] {
  const first = new Map<string, number>();
  return names.flatMap((name, place) => {
    if (first.has(name)) return [place];
    first.set(name, place);
    return [];
  });
}

/** 400 where two segments have one name, or a segment has a claim twice. */
export function assertSegments(segments: readonly SiteVisitorSegment[]): void {
  const problems = [
    ...repeatedPlaces(segments.map(({ name }) => name)).map((place) => ({
      path: `body.segments.${place}.name`,
      message: 'Must be unique at this site.',
    })),
    ...segments.flatMap(({ claims }, segment) =>
      repeatedPlaces(claims.map(({ name }) => name)).map((place) => ({
        path: `body.segments.${segment}.claims.${place}.name`,
        message: 'Must be unique in this segment.',
      })),
    ),
  ];
  if (problems.length > 0) throw badRequest('The segments are not valid.', problems);
}

export function toSegmentsView({ segments, updatedAt }: StoredSegments): SiteVisitorSegments {
  return {
    object: 'site-visitor-segments',
    segments,
    ...(updatedAt && { updatedAt: updatedAt.toISOString() }),
  };
}
