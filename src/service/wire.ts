/**
 * The wire format of the service (`docs/internals/service-interface.md`, sections 2.1 to 2.6). A field that decides the
 * verdict is kept as it came, and the gate refuses a wrong type. Any other field of a wrong type counts as absent. What
 * the interface leaves open may have any shape. Unknown fields are left out: copying millions of them takes seconds.
 * Lists are cut for the same reason, as `list-limits.ts` says.
 */

import { z } from 'zod';
import { isMapping } from '../core/fields.ts';
import { scanIdPattern } from '../core/scan-id.ts';
import { cutFields, cutIssues, cutList, cutTexts, maxLongList, maxShortList } from './list-limits.ts';

/** A field that does not decide the verdict. */
const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
/** A list; items of a wrong type are dropped. */
const itemsOf = <T extends z.ZodType>(item: T) =>
  z.array(item.nullable().catch(null)).transform((items) => items.filter((entry) => entry !== null));
/** The texts in a list that host rules do not judge. */
const texts = lenient(z.custom<readonly unknown[]>(Array.isArray).transform(cutTexts));
/** Any shape, or absent: if a required field were missing, the whole object would be refused. */
const anything = z.unknown().optional();
const text = () => lenient(z.string());
const dateSchema = z.object({ $date: lenient(z.number()) });
/** Not `z.record`, which copies every field: a hostile answer may have millions. */
const mapping = z.custom<Readonly<Record<string, unknown>>>(isMapping);
/** A mapping, cut to a limited number of fields. */
const shortMapping = lenient(mapping.transform(cutFields));

const textOrEmpty = z.string().catch('');
/** An unknown `port` is an empty string in an answer, and `null` here. */
const serviceSchema = z.object({
  state: textOrEmpty,
  reason: textOrEmpty,
  name: textOrEmpty,
  product: textOrEmpty,
  version: textOrEmpty,
  port: z.int().nullable().catch(null),
});

const certificateSchema = z.object({
  'Issue On': lenient(dateSchema),
  'Expires On': lenient(dateSchema),
  commonName: text(),
  subject: text(),
  sha1: text(),
  sha256: text(),
  serial_number: text(),
  subjectAltName: texts,
});

/**
 * A list that host rules judge. A wrong type is kept as `unreadable`, and an entry of a wrong type as an entry without
 * values.
 */
const judgedList = <T extends z.ZodType>(item: T, max: number) =>
  z
    .preprocess(
      (value) => cutList(value, max),
      z.union([z.array(item), z.null(), z.unknown().transform(() => 'unreadable' as const)]),
    )
    .optional();

/** Section 2.4. */
export const informationSchema = z.object({
  services: judgedList(serviceSchema.catch(serviceSchema.parse({})), maxLongList),
  emails: texts,
  components: shortMapping,
  database: anything,
  web_server: anything,
  os: anything,
  cdn: anything,
  cms: anything,
  certificate: judgedList(certificateSchema.catch({}), maxShortList),
  waf: judgedList(textOrEmpty, maxShortList),
  ips: texts,
  isp: text(),
  total_checked: anything,
});
export type WireInformation = z.infer<typeof informationSchema>;

/** Section 2.2. The gate reads the entries of `issues`, so that an error can name the entry. */
export const scanResultSchema = z.object({
  issuesSummaryTotal: anything,
  issuesCategoriesSummary: anything,
  issues: z.unknown().transform(cutIssues).optional(),
  identificator: anything,
  issuesSummary: z.unknown().transform(cutFields).optional(),
  totalChecked: anything,
  information: lenient(informationSchema),
  preferences: shortMapping,
  percentage: anything,
  startDate: text(),
  endDate: anything,
});
export type WireScanResult = z.infer<typeof scanResultSchema>;

/** Section 3: a scan that waits in the queue. */
export const queuedSchema = z.object({ detail: z.string() });

/** Section 4.1. */
export const startedSchema = z.object({ enqueued_scan_id: z.string().regex(scanIdPattern) });

const scanSummarySchema = z.object({
  id: z.string().regex(scanIdPattern),
  startDate: lenient(z.number()),
  progress: lenient(z.number()),
  preferences: lenient(mapping),
  severity: text(),
  subdomains: lenient(z.int().nullable()),
});

/** Section 2.6. Entries that cannot be read are dropped: they may belong to other targets. */
const targetEntrySchema = z.object({
  url: z.string(),
  scans: lenient(itemsOf(scanSummarySchema)),
  total: lenient(z.int()),
});
export const scanListSchema = itemsOf(targetEntrySchema);
/** The targets that the service has scanned, each with its scans. */
export type WireScanList = readonly z.infer<typeof targetEntrySchema>[];

/** The names of the fields of all schemas above. */
export const schemaFields: readonly string[] = [
  ...[scanResultSchema, informationSchema, serviceSchema, certificateSchema, dateSchema],
  ...[startedSchema, queuedSchema, targetEntrySchema, scanSummarySchema],
].flatMap(({ shape }) => Object.keys(shape));

/** The names of the fields of an issue and of its `cvss` (section 2.3). The gate reads these fields. */
export const issueFields: readonly string[] = [
  ...['group', 'name', 'severity', 'cve', 'cwe', 'cvss', 'score', 'detail'],
  ...['remediation', 'references', 'description', 'raw'],
];
