/**
 * The ids of the product: UUIDs made by the server, lower case on the wire. Each is a type of its own, so that an
 * item's id cannot pass for an order's. `orderNumber` is not an id.
 */
declare const idOf: unique symbol;
type Id<Name extends string> = string & { readonly [idOf]: Name };

export type RestaurantId = Id<'restaurant'>;
export type UserId = Id<'user'>;
export type InvitationId = Id<'invitation'>;
export type SessionId = Id<'session'>;
export type PasskeyId = Id<'passkey'>;
export type OutletId = Id<'outlet'>;
export type DeliveryAreaId = Id<'delivery area'>;
export type SpecialDayId = Id<'special day'>;
export type MenuId = Id<'menu'>;
export type CategoryId = Id<'category'>;
export type ItemId = Id<'item'>;
export type ModifierListId = Id<'modifier list'>;
export type MenuImportId = Id<'menu import'>;
export type CustomerId = Id<'customer'>;
export type AddressId = Id<'address'>;
export type NoteId = Id<'note about a guest'>;
export type DiningAreaId = Id<'dining area'>;
export type TableId = Id<'table'>;
export type ServiceRequestId = Id<'service request'>;
export type TableSessionId = Id<'table session'>;
export type OfferId = Id<'offer'>;
export type StampMovementId = Id<'movement of a stamp card'>;
export type OrderId = Id<'order'>;
export type DriverId = Id<'driver'>;
export type DeliveryId = Id<'delivery of an order'>;
export type CourierCompanyId = Id<'courier company'>;
export type ShiftId = Id<'shift of a driver'>;
export type PaymentId = Id<'payment'>;
export type RefundId = Id<'refund'>;
export type PrinterId = Id<'printer'>;
export type DeviceId = Id<'device'>;
export type PushDeviceId = Id<'push device'>;
export type PrintJobId = Id<'print job'>;
export type GuestMessageId = Id<'message to a guest'>;
export type JobId = Id<'job'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID of RFC 9562, version 1 to 8, in either case. Does not check that the entity exists. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
