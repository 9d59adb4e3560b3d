/** Apart from the endpoints, because the guest's page counts the seconds as well. */
export const trackingLimits = {
  /** Seconds after which a guest is not shown a place any more. */
  positionSeconds: 20,
  /** Metres around the door of another guest in which a place is not shown. */
  otherDoorMetres: 150,
  /** Minutes after the last delivery of a driver after which their place is erased. */
  keptMinutes: 15,
} as const;
