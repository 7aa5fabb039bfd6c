import { findCertificate } from '../acme/record.ts';
import { isEnding } from '../acme/schedule.ts';
import type { Context } from '../context.ts';

/** Logs a warning while the certificate of the server is about to end, whoever renews it. */
export function warnOfEndingCertificate({ config, clock, log }: Context): void {
  const certificate = config.tls && findCertificate(config.tls.cert_file);
  if (!certificate || !isEnding(certificate, clock.now())) return;
  const days = Math.floor((certificate.ends_at - clock.now()) / 86_400);
  log.warn(days < 0 ? 'the certificate has ended' : 'the certificate ends soon', { days });
}
