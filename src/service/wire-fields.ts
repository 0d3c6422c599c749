import { severities } from '../core/severity.ts';
import { issueFields } from './issue.ts';

/** Of a scan result (service interface, section 2.2), and of a scan that waits in the queue. */
const resultFields = [
  ...['issues', 'issuesSummary', 'issuesSummaryTotal', 'issuesCategoriesSummary', 'identificator'],
  ...['totalChecked', 'information', 'preferences', 'percentage', 'startDate', 'endDate', 'detail'],
];

/** Section 2.4. */
const informationFields = [
  ...['services', 'emails', 'components', 'database', 'web_server', 'os', 'cdn', 'cms', 'certificate'],
  ...['waf', 'ips', 'isp', 'total_checked'],
  ...['state', 'reason', 'name', 'product', 'version', 'port'],
  ...['Issue On', 'Expires On', '$date', 'commonName', 'subject', 'sha1', 'sha256', 'serial_number'],
  'subjectAltName',
];

/** Of a start and of the scan list (sections 4.1 and 2.6). */
const listFields = [
  ...['enqueued_scan_id', 'url', 'scans', 'total'],
  ...['id', 'progress', 'severity', 'subdomains'],
];

/**
 * Every field of the interface that is read by name, and the keys of `issuesSummary`. Written out, so that an answer can be
 * cleaned without the schemas; a test compares the two.
 */
export const wireFields: ReadonlySet<string> = new Set([
  ...resultFields,
  ...issueFields,
  ...informationFields,
  ...listFields,
  ...severities,
]);
