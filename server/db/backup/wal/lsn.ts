/** Places in the write-ahead log, counted in bytes from its beginning; PostgreSQL writes one as '1/A3F00028'. */

/** Bytes of a file of the log; the engine is made with this size. */
export const segmentBytes = 16n * 2n ** 20n;

export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export function lsnText(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

/** The beginning of the file of the log that holds the place. */
export function segmentStart(lsn: bigint): bigint {
  return lsn - (lsn % segmentBytes);
}

/** The name of the file of the log that begins at a place. */
export function segmentName(timeline: number, start: bigint): string {
  const perId = 2n ** 32n / segmentBytes;
  const number = start / segmentBytes;
  return [BigInt(timeline), number / perId, number % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
