import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from '../ground/config.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { defaultListen, type ServerSettings } from '../ground/server-settings.ts';
import { readCertificate } from '../http/certificate.ts';
import { describeError, exitCodes, Failure } from './failure.ts';

/** All addresses of both kinds; of one, where the machine has no IPv6. */
const everywhere = '::';
const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';

type Given = Pick<
  ServerSettings,
  | 'listen'
  | 'public_url'
  | 'tls_cert'
  | 'tls_key'
  | 'acme'
  | 'acme_names'
  | 'acme_directory'
  | 'acme_ca_file'
  | 'http_listen'
>;

/** Where a server listens, and with which certificate. Throws Failure. */
export function readListening(
  settings: Given,
  data_dir: string,
): Pick<Config, 'listen' | 'http_listen' | 'tls' | 'acme'> {
  const { listen, http_listen } = settings;
  const acme = readAcme(settings);
  const certificate = pathsIn(data_dir).certificate;
  const tls = acme ? { tls: { cert_file: certificate, key_file: certificate } } : readTls(settings);
  const redirect = http_listen ?? (acme ? { host: everywhere, port: 80 } : 'none');
  if (redirect !== 'none' && !tls.tls) {
    throw new Failure(exitCodes.unusable, '--http-listen leads to HTTPS, which needs --acme or --tls-cert.');
  }
  return {
    listen: listen ?? (acme ? { host: everywhere, port: 443 } : { ...defaultListen }),
    ...tls,
    ...(acme ? { acme } : {}),
    ...(redirect === 'none' ? {} : { http_listen: redirect }),
  };
}

/** What to ask an authority for. Throws Failure if a setting is missing, or the authority could not check the names. */
function readAcme(settings: Given): Config['acme'] {
  const { acme: email, acme_names = [], acme_directory: directory = letsEncrypt, acme_ca_file, public_url } = settings;
  if (email === undefined) {
    const flags = { acme_names: settings.acme_names, acme_directory: settings.acme_directory, acme_ca_file };
    const [alone] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
    if (alone === undefined) return undefined;
    throw new Failure(exitCodes.unusable, `--${alone.replaceAll('_', '-')} needs --acme.`);
  }
  const { protocol = '', hostname = '' } = public_url === undefined ? {} : new URL(public_url);
  if (protocol !== 'https:' || !hostname.includes('.') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new Failure(exitCodes.unusable, '--acme needs a --public-url with a name, such as https://chat.example.com.');
  }
  const names = [...new Set([hostname, ...acme_names])];
  return { email, names, directory, ...(acme_ca_file === undefined ? {} : { ca_file: readable(acme_ca_file) }) };
}

function readable(file: string): string {
  try {
    process.getBuiltinModule('node:tls').createSecureContext({ ca: readFileSync(file) });
    return resolve(file);
  } catch (error) {
    throw new Failure(exitCodes.unusable, `--acme-ca-file ${file} cannot be used: ${describeError(error as Error)}.`);
  }
}

/** The certificate. Throws Failure if one of the files is missing, or they cannot be used. */
export function readTls({
  tls_cert: cert_file,
  tls_key: key_file,
}: Pick<ServerSettings, 'tls_cert' | 'tls_key'>): Pick<Config, 'tls'> {
  if (cert_file === undefined && key_file === undefined) return {};
  if (cert_file === undefined || key_file === undefined) {
    throw new Failure(exitCodes.unusable, '--tls-cert and --tls-key belong together.');
  }
  const tls = { cert_file, key_file };
  try {
    readCertificate(tls);
  } catch (error) {
    throw new Failure(
      exitCodes.unusable,
      `--tls-cert ${cert_file} and --tls-key ${key_file} cannot be used: ${faultOf(error as NodeJS.ErrnoException)}.`,
    );
  }
  return { tls };
}

/** OpenSSL's own words help nobody. */
function faultOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'the key is not that of the certificate';
  return error.code?.startsWith('ERR_OSSL')
    ? 'they must be PEM files, of a certificate and its key'
    : describeError(error);
}
