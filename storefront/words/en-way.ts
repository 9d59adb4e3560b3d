/** The words in English of an order that a driver is out with. */
export const enWay = {
  title: 'On its way',
  leftAt: (time: string) => `The driver left at ${time}.`,
  code: 'Your code for the driver',
  codeHint: 'Read it to the driver when you have your order, and not before.',
  near: 'The driver is less than 100 m away.',
  away: (distance: string) => `The driver is ${distance} away, as the crow flies.`,
  seen: (seconds: number) => `Seen ${seconds === 1 ? 'one second' : `${seconds} seconds`} ago`,
  follow: 'Follow your order',
  map: 'Map with the driver',
  mapWithDoor: 'Map with the driver and your door',
  metres: (metres: number) => `${metres} m`,
  kilometres: (kilometres: string) => `${kilometres} km`,
};
