/** The first entry of a backup: what it holds. */
export interface Manifest {
  /** Of the backup's own layout. */
  format: number;
  /** Version of the chatd that made it. */
  chatd: string;
  /** Number of the database's schema. */
  schema: number;
  /** UNIX seconds. */
  created_at: number;
  /** SHA-256 of the database and the key file, in hexadecimal. Uploaded files are named by theirs. */
  database: string;
  secret: string;
}

export const manifestName = 'manifest.json';
export const format = 1;

/** Reads the manifest of a backup; undefined for a text that is none. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const isManifest = [manifest?.format, manifest?.schema, manifest?.created_at].every(Number.isInteger);
    return isManifest ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an entry of a backup is one of those that this chatd writes. */
export function isEntry(name: string): boolean {
  return /^(manifest\.json|chatd\.db|secret\.key|uploads\/[0-9a-f]{2}\/[0-9a-f]{64}(\.jpg)?)$/.test(name);
}
