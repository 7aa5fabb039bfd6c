/** Removes the signature at the end of a program of Windows, which holds no longer once chatd is inside. */
export function unsignPe(binary: Buffer): Buffer {
  const header = binary.readUInt32LE(0x3c) + 24;
  // The fifth of the directories; 112 bytes into the header of 64-bit programs.
  const entry = header + 112 + 4 * 8;
  const [start, size] = [binary.readUInt32LE(entry), binary.readUInt32LE(entry + 4)];
  if (size === 0) return binary;
  if (start + size !== binary.length) throw new Error('the signature is not at the end');
  const unsigned = Buffer.from(binary.subarray(0, start));
  unsigned.fill(0, entry, entry + 8);
  return unsigned;
}
