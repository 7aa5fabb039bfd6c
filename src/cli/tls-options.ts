import type { Option } from 'commander';
import type { Config } from '../ground/config.ts';
import { readCertificate } from '../http/certificate.ts';
import { describeError, exitCodes, Failure } from './failure.ts';
import { pathOption } from './options.ts';

export interface TlsOptions {
  tlsCert?: string;
  tlsKey?: string;
}

export function tlsCertOption(): Option {
  const description = 'PEM file with the certificate and its chain; with it the server speaks TLS';
  return pathOption('--tls-cert <file>', description).env('CHATD_TLS_CERT');
}

export function tlsKeyOption(): Option {
  return pathOption('--tls-key <file>', 'PEM file with the key of the certificate').env('CHATD_TLS_KEY');
}

/** The certificate. Throws Failure if one of the files is missing, or they cannot be used. */
export function readTls({ tlsCert: cert_file, tlsKey: key_file }: TlsOptions): Pick<Config, 'tls'> {
  if (cert_file === undefined && key_file === undefined) return {};
  if (cert_file === undefined || key_file === undefined) {
    throw new Failure(exitCodes.unusable, '--tls-cert and --tls-key belong together.');
  }
  const tls = { cert_file, key_file };
  try {
    readCertificate(tls);
  } catch (error) {
    throw new Failure(exitCodes.unusable, `The certificate cannot be used: ${describeError(error as Error)}.`);
  }
  return { tls };
}
