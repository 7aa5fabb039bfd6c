/** Reads the body of another server's response; undefined if it is longer than `most` bytes. */
export async function readText(response: Response, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
