import { MEMBER_PARAMETER } from '../gate/site-members.ts';
import { isVisitorParameter } from '../gate/visitors.ts';
import { UNAVAILABLE } from '../view/navigation-view.ts';

/** Names of parameters that grant access, to this site or others: no other site gets them. */
const SECRET = /^(key|code|token|.*[-_](key|token))$/i;

const PARTS = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s;

/**
 * A redirect's target with the parameters of the visitor's address. If both have one, the target's own
 * counts; its fragment stays the end. Parameters that identify the visitor are left out.
 * @param base the path of the site: for other targets, parameters that could grant access are left out, too
 */
export function withQuery(target: string, query: URLSearchParams, base: string): string {
  if (query.size === 0 || !/^(\/|https?:)/i.test(target)) return target;
  const [, address = '', own = '', fragment = ''] = PARTS.exec(target) ?? [];
  const names = new Set(new URLSearchParams(own).keys());
  const isInside = address.startsWith(base);
  const isKept = (name: string): boolean =>
    !names.has(name) &&
    name !== MEMBER_PARAMETER &&
    name !== UNAVAILABLE &&
    !isVisitorParameter(name) &&
    (isInside || !SECRET.test(name));
  const keptParams = new URLSearchParams([...query].filter(([name]) => isKept(name)));
  if (keptParams.size === 0) return target;
  return `${address}?${own === '' ? '' : `${own}&`}${keptParams}${fragment}`;
}
