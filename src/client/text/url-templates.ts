export { parseTemplate } from 'url-template';
