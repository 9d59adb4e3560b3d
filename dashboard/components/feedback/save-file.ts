/** Files that the server makes, kept on this device. */

/** Hands a file to the browser, to be kept under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun with the click; the address is only needed for that.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const lineFeed = 0x0a;

/**
 * Reads a table of lines as it comes; `onRows` hears how many have come, without the head. Rejects when it breaks off in the
 * middle: half a file must not be taken for one.
 */
export async function readExportFile(response: Response, onRows: (rows: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = response.body!.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const piece = read.value;
    pieces.push(piece);
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) lines += 1;
    onRows(Math.max(0, lines - 1));
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? 'text/csv' });
}
