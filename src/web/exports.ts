import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorKind } from '../http/errors.ts';
import { exportFile, findLinkedExport } from '../organization/data-export.ts';
import { answerWithFile, type ServedFile } from './files.ts';
import type { Site } from './site.ts';

const exportNotFound = errorKind('This export does not exist or is no longer available.', { status: 404 });

export function isExportPath([first]: readonly string[]): boolean {
  return first === 'exports';
}

/** Answers a request for an export, whose URLs only administrators receive. */
export function answerExport(
  app: Site,
  segments: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return answerWithFile(app, request, response, () => served(app, segments.slice(1).join('/')));
}

function served(app: Site, name: string): ServedFile {
  const found = name.endsWith('.tar') ? findLinkedExport(app, name.slice(0, -'.tar'.length)) : undefined;
  const path = found && exportFile(app, found.key);
  const size = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
  if (path === undefined || size === undefined) throw exportNotFound();
  return {
    path,
    size,
    content_type: 'application/x-tar',
    name: 'chatd-export.tar',
    etag: `"${found?.id}"`,
    isShown: false,
  };
}
