/** How a driver shows that an order was handed over: the code on the guest's screen, a photo, or a name. */
export const deliveryProofs = ['code', 'photo', 'name'] as const;
/** A courier company says so. */
export const courierProof = 'courier';
export type DeliveryProof = (typeof deliveryProofs)[number];
