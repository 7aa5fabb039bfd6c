/**
 * The name of the calling program, as messages show it: the first word of the User-Agent, before a version or a
 * remark. `ZulipMobile/27.235 (Android 14)` is `ZulipMobile`.
 */
export function clientName(userAgent: string | undefined): string {
  const name = /^[^/(\s]+/.exec(userAgent ?? '')?.[0];
  return (name ?? 'Unspecified').slice(0, 30);
}
