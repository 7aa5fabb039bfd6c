/** Whether times usually look like 17:00 where a language, such as `de` or `en-GB`, is read. */
export function has24Hours(locale: string): boolean {
  const { hourCycle = '' } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle.startsWith('h2');
}
