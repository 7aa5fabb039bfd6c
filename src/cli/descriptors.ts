const reserve = 200;

/**
 * How many connections the process can have at once: of the files and connections that the system lets it open, some
 * are kept for the database, for uploads and for what the server asks others.
 */
export function connectionLimit(): number {
  // Looking at the network would take long.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as unknown as { userLimits?: Limits };
  const most = Number(userLimits?.open_files?.soft ?? Number.POSITIVE_INFINITY);
  // Where there is no limit, the report says so in a word.
  if (Number.isNaN(most)) return Number.POSITIVE_INFINITY;
  return Math.floor(Math.max(most / 2, (most - reserve) / 1.1));
}

interface Limits {
  open_files?: { soft: number | string };
}
