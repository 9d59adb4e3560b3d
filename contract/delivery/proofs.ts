/** How a driver shows that an order was handed over: the code on the guest's screen, a photo, or a name. */
export const deliveryProofs = ['code', 'photo', 'name'] as const;
export type DeliveryProof = (typeof deliveryProofs)[number];
