import { useSite } from '../../../site.tsx';

/** Asks for a code and keeps, for this tab, which number it went to and when another may be asked for. Rejects as the call does. */
export function useSendCode() {
  const { menu, language, call, basketStore, pendingSignInStore: pendingSignIn } = useSite();
  return async (number: string): Promise<void> => {
    const restaurantName = menu.catalogue.restaurant.slug;
    const table = basketStore.get().table?.code ?? null;
    const { resendInSeconds } = await call('POST /auth/sent-otp', {
      body: { restaurantName, number, language, table },
    });
    const resendAt = Date.now() + resendInSeconds * 1000;
    pendingSignIn.change(() => ({ number, resendAt, registrationToken: null }));
  };
}
