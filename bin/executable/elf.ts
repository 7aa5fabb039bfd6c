/**
 * Cuts off all that only debuggers read: symbols, and the table of sections behind them. That is a fifth of Node.js. A
 * program is loaded by its segments.
 */
export function stripElf(binary: Buffer): Buffer {
  const table = Number(binary.readBigUInt64LE(32));
  const [size, count] = [binary.readUInt16LE(54), binary.readUInt16LE(56)];
  const ends = Array.from({ length: count }, (_, index) => {
    const segment = table + index * size;
    return Number(binary.readBigUInt64LE(segment + 8) + binary.readBigUInt64LE(segment + 32));
  });
  const stripped = Buffer.from(binary.subarray(0, Math.max(...ends)));
  stripped.writeBigUInt64LE(0n, 40);
  stripped.writeUInt32LE(0, 60);
  return stripped;
}
