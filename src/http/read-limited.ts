/** The text of a reply of another server; undefined, with the connection ended, when it has more bytes than `most`. */
export async function readText(response: Response, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop ends the connection.
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
