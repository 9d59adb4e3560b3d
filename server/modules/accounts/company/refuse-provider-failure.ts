import type { RestaurantId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { ProviderFailed } from './open-provider.ts';

/** Turns a failure of the provider into the refusal that people read. The operator finds the reason in the log. */
export function refuseProviderFailure({ log }: Pick<Deps, 'log'>, restaurantId: RestaurantId) {
  return (error: unknown): never => {
    if (!(error instanceof ProviderFailed)) throw error;
    log.warn({ err: error, restaurantId }, 'A company sign-in failed');
    const isHere = error.failure === 'unreachable' || error.failure === 'client_refused';
    throw new Refusal(isHere ? 'auth.company_unavailable' : 'auth.company_refused');
  };
}
