import { accessMessage, invalidMessage } from '../../conversations/readable.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, oneOf, optional, required, text, trimmed } from '../../http/params.ts';
import { doReportMessage, type ReportType, reportsUnwanted, reportTypes } from '../../messages/report.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const descriptionRequired = errorKind('An explanation is required.');

export const reportMessage: Endpoint = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/report',
  summary: 'Report a message to the moderators',
  access: 'user',
  params: {
    message_id: required(integer(), 'The message.'),
    report_type: required(oneOf(Object.keys(reportTypes) as ReportType[]), 'The reason.'),
    description: optional(trimmed(text({ max: 1000 })), 'Explanation, in Markdown; required for `other`.', {
      fallback: '',
    }),
  },
  errors: [invalidMessage, descriptionRequired, reportsUnwanted],
  handler({ app, user }, { message_id, report_type, description }) {
    const message = accessMessage(app, user, message_id);
    if (report_type === 'other' && description === '') throw descriptionRequired();
    doReportMessage(app, user, message, { report_type, description });
    return {};
  },
});
