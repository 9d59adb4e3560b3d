/** Stands before the token of a hand-over in the hash of the address, which browsers do not send to servers. */
export const handOverMark = '#hand-over=';
