import { words } from '../../words/words.ts';

const channelWords: Partial<Record<string, string>> = {
  ...words.restaurants.getStarted.channels,
  ...words.ordering.channels,
};

/** A channel of the reports, or the platform of an order, as the reader's language calls it. Names of companies are the same in all. */
export function channelText(channel: string): string {
  return channelWords[channel] ?? channel;
}
