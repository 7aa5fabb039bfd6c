import { createPrivateKey, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  GeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const day = 86_400_000;

/** In milliseconds: browsers refuse certificates that are good for much longer than a year. */
const lifetime = 397 * day;
/** In milliseconds: people install a root by hand. */
const rootLifetime = 3650 * day;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate for names and addresses, signed with its own key, which nobody trusts unasked. Certificate and key, as PEM. */
export async function createOwnCertificate(names: readonly string[], now = Date.now()): Promise<string> {
  const keys = await createKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { ...commonOf(names[0], now, lifetime), keys, extensions: extensionsFor(names) },
    webcrypto as never,
  );
  return `${certificate.toString('pem')}\n${await keyOf(keys)}`;
}

/**
 * A root that can vouch for names and addresses of local networks alone, so that its thief cannot pass for a site of the
 * internet. Certificate and key, as PEM.
 */
export async function createRoot(name: string, permitted: readonly string[], now = Date.now()): Promise<string> {
  const keys = await createKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      ...commonOf(name, now, rootLifetime),
      keys,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        permitOnly(permitted),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto as never),
      ],
    },
    webcrypto as never,
  );
  return `${certificate.toString('pem')}\n${await keyOf(keys)}`;
}

/** A certificate for names and addresses, signed by a root. Certificate, that of the root, and key, as PEM. */
export async function createSigned(root: string, names: readonly string[], now = Date.now()): Promise<string> {
  const keys = await createKeys();
  const issuer = new X509Certificate(root);
  const rootKey = createPrivateKey(root).export({ type: 'pkcs8', format: 'der' });
  const certificate = await X509CertificateGenerator.create(
    {
      ...commonOf('chatd', now, lifetime),
      issuer: issuer.subject,
      // OpenSSL would take an address here for a name, which the root does not permit.
      subject: 'CN=chatd',
      publicKey: keys.publicKey,
      signingKey: await webcrypto.subtle.importKey('pkcs8', rootKey, algorithm, false, ['sign']),
      // Another root of this machine may have the same name.
      extensions: [
        ...extensionsFor(names),
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, webcrypto as never),
      ],
    },
    webcrypto as never,
  );
  return `${certificate.toString('pem')}\n${issuer.toString('pem')}\n${await keyOf(keys)}`;
}

function createKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function commonOf(name = 'chatd', now: number, lifetime: number) {
  return {
    name: [{ CN: [name] }],
    signingAlgorithm: algorithm,
    // The clocks of other machines may be late.
    notBefore: new Date(now - day),
    notAfter: new Date(now + lifetime),
  };
}

function extensionsFor(names: readonly string[]): Extension[] {
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }))),
  ];
}

/** The extension of a root that is good for these names and networks alone (RFC 5280, 4.2.1.10). */
function permitOnly(permitted: readonly string[]): Extension {
  const subtrees = permitted.map((value) => {
    const name = new GeneralName(value.includes('/') ? 'ip' : 'dns', value);
    return sequence(0x30, [Buffer.from(name.rawData)]);
  });
  return new Extension('2.5.29.30', true, sequence(0x30, [sequence(0xa0, subtrees)]));
}

/** A list in DER with this tag, of 255 bytes at most. */
function sequence(tag: number, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** The private key, as PEM. */
async function keyOf({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${key.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`;
}
