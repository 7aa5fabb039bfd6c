import { arrTool } from '../arr.ts';

export const lidarr = arrTool('Lidarr');
