import {
  checkFolderName,
  doArchiveFolder,
  doCreateFolder,
  doDescribeFolder,
  doRenameFolder,
  doReorderFolders,
  doUnarchiveFolder,
  folderHasChannels,
  folderLimits,
  folderMissingInOrder,
  folderNameErrors,
  folderNameInUse,
  presentFolder,
} from '../../channels/folder.ts';
import { accessFolder, invalidFolder, listFolders } from '../../conversations/channel-folder.ts';
import { boolean, integer, list, optional, required, text } from '../../http/params.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const description = text({ max: folderLimits.description });

export const createChannelFolder: Endpoint = endpoint({
  method: 'POST',
  path: '/channel_folders/create',
  summary: 'Create a channel folder',
  access: 'administrator',
  params: {
    name: required(text(), 'Name of the folder.'),
    description: required(description, 'Description of the folder, in Markdown; may be empty.'),
  },
  errors: [...folderNameErrors, folderNameInUse, realmListFull],
  handler({ app, user }, { name, description }) {
    return { channel_folder_id: doCreateFolder(app, user, checkFolderName(name), description) };
  },
});

export const getChannelFolders: Endpoint = endpoint({
  method: 'GET',
  path: '/channel_folders',
  summary: 'Get the channel folders',
  access: 'user',
  scoped: 'reads',
  params: {
    include_archived: optional(boolean(), 'Whether archived folders are listed.', { fallback: false }),
  },
  errors: [],
  handler({ db }, { include_archived }) {
    const folders = listFolders(db).filter(({ is_archived }) => include_archived || !is_archived);
    return { channel_folders: folders.map(presentFolder) };
  },
});

export const reorderChannelFolders: Endpoint = endpoint({
  method: 'PATCH',
  path: '/channel_folders',
  summary: 'Reorder the channel folders',
  access: 'administrator',
  params: { order: required(list(integer()), 'Ids of all folders, including archived ones, in the new order.') },
  errors: [folderMissingInOrder],
  handler({ app }, { order }) {
    doReorderFolders(app, order);
    return {};
  },
});

export const updateChannelFolder: Endpoint = endpoint({
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  summary: 'Rename, describe, archive or unarchive a channel folder',
  access: 'administrator',
  params: {
    channel_folder_id: required(integer(), 'The folder.'),
    name: optional(text(), 'New name.'),
    description: optional(description, 'New description, in Markdown.'),
    is_archived: optional(boolean(), 'True archives the folder, false restores it.'),
  },
  errors: [invalidFolder, ...folderNameErrors, folderNameInUse, folderHasChannels],
  handler({ app, db }, { channel_folder_id, name, description, is_archived }) {
    const folder = accessFolder(db, channel_folder_id);
    if (name !== undefined) doRenameFolder(app, folder, checkFolderName(name));
    if (description !== undefined) doDescribeFolder(app, folder, description);
    if (is_archived === true) doArchiveFolder(app, folder);
    if (is_archived === false) doUnarchiveFolder(app, accessFolder(db, channel_folder_id));
    return {};
  },
});
