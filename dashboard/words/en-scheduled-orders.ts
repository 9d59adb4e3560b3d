/** Words of orders for later. The label of their time is of the form of decision 21: 'Today - 11:00'. */
export const later = {
  tab: 'Later',
  today: (time: string) => `Today - ${time}`,
  tomorrow: (time: string) => `Tomorrow - ${time}`,
  onDay: (day: string, time: string) => `${day} - ${time}`,
  forTime: (slot: string) => `For ${slot}`,
  fires: (time: string) => `Comes to New by itself at ${time}`,
  startNow: 'Start now',
  none: 'No orders for later',
  noneHint: 'Orders for a time that a guest has chosen wait here, and come to New when you have to begin.',
  onlyLater: (count: number) => (count === 1 ? '1 order waits for its time.' : `${count} orders wait for their time.`),
  show: 'Show Later',
  fired: 'Time to begin',
};
