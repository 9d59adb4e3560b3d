/**
 * How far a courier is. `asked`: the company has not confirmed yet. `pending`: it looks for a courier. `assigned`: one comes to the
 * outlet. `collected`: they have the order. `cancelled`: the company has given up, or was told to.
 */
export const courierStates = ['asked', 'pending', 'assigned', 'collected', 'delivered', 'cancelled', 'failed'] as const;
export type CourierState = (typeof courierStates)[number];

/**
 * Reasons why a courier does not go on. `not_cancelled`: the company does not take the order back any more. `ready_refused`: it refuses to
 * hear that the order is ready, or has not answered it for long, and its courier comes all the same.
 */
export const courierProblems = ['keys_refused', 'not_reached', 'not_cancelled', 'ready_refused'] as const;
export type CourierProblem = (typeof courierProblems)[number];
