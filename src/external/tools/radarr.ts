import { arrTool } from '../arr.ts';

export const radarr = arrTool('Radarr');
