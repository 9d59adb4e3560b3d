import { api } from '#contract/base/api.ts';
import { type CallerKind, merchant } from '#contract/base/endpoint.ts';
import type { Ability } from '#contract/staff/staff.ts';

/** The permissions of each role, from the contract: the same lines by which the server admits callers (R25). */
export const roleMatrix: Ability[] = Object.entries(api).flatMap(([route, { summary, callers }]) => {
  const allowed: readonly CallerKind[] = callers;
  const roles = merchant.filter((role) => allowed.includes(role));
  const isForEverybody = allowed.includes('anonymous');
  return roles.length === 0 || isForEverybody ? [] : [{ area: areaOf(route), summary, roles }];
});

/** 'POST /order/create-order' is about orders. */
function areaOf(route: string): string {
  return route.split('/')[1]!;
}
