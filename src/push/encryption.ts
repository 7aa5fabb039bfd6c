type Sodium = typeof import('libsodium-wrappers').default;

let loaded: Promise<Sodium> | undefined;

// Loaded on demand: most servers encrypt nothing, and the library takes some megabytes.
async function loadSodium(): Promise<Sodium> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return sodium;
}

/**
 * Returns a function that encrypts a JSON value with a device's key of 32 bytes. Devices read the result as base64 of a
 * nonce, followed by the ciphertext with its authentication code (XSalsa20 and Poly1305).
 */
export async function loadEncryption(): Promise<(value: object, key: Uint8Array) => string> {
  loaded ??= loadSodium();
  const sodium = await loaded;
  return (value, key) => {
    const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES);
    const sealed = sodium.crypto_secretbox_easy(JSON.stringify(value), nonce, new Uint8Array(key));
    return Buffer.concat([nonce, sealed]).toString('base64');
  };
}
