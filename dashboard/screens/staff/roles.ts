import type { Role } from '#contract/staff/staff.ts';

/** From the one that may do everything. */
export const roles: readonly Role[] = ['owner', 'manager', 'staff'];
