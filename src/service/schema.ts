/**
 * The wire format of the service (service interface, sections 2.1 to 2.6). What decides a verdict is told apart from
 * what does not: a deciding field of a wrong type is kept as it came, for the gate to refuse; any other field of a wrong
 * type counts as absent. What the interface leaves open is taken in any shape, and unknown fields are kept.
 */
import { z } from 'zod';
import { scanIdPattern } from '../inputs/read-input.ts';

/** A field that decides nothing: of a wrong type it counts as absent. */
const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
/** A list of which items of a wrong type are dropped. */
const itemsOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.union([item, z.unknown().transform(() => null)]))
    .transform((items) => items.filter((entry) => entry !== null));
/** The same where the list decides nothing. */
const lenientList = <T extends z.ZodType>(item: T) => lenient(itemsOf(item));
/** Any shape, or none: an unknown field that may not be absent would refuse the whole object. */
const anything = z.unknown().optional();
const text = () => lenient(z.string());
const nullableText = () => lenient(z.string().nullable());
/** `port` is an empty string, `cms` and `cdn` are null, where the service does not know. */
const date = lenient(z.looseObject({ $date: lenient(z.number()) }));
const mapping = lenient(z.record(z.string(), z.unknown()));

const serviceSchema = z.looseObject({
  state: text(),
  reason: text(),
  name: text(),
  product: text(),
  version: text(),
  port: lenient(z.union([z.int(), z.literal('')])),
});

const certificateSchema = z.looseObject({
  'Issue On': date,
  'Expires On': date,
  commonName: text(),
  subject: text(),
  sha1: text(),
  sha256: text(),
  serial_number: text(),
  subjectAltName: lenientList(z.string()),
});

/** A list that host rules judge. One of a wrong type, and entries of a wrong type, are kept as things that cannot be read. */
const judgedList = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), z.null(), z.unknown().transform(() => 'unreadable' as const)]).optional();

/** Section 2.4. */
export const informationSchema = z.looseObject({
  services: judgedList(serviceSchema.catch({})),
  emails: lenient(z.array(z.unknown())),
  components: mapping,
  database: mapping,
  web_server: mapping,
  os: mapping,
  cdn: nullableText(),
  cms: anything,
  certificate: judgedList(certificateSchema.catch({})),
  waf: lenientList(z.string()),
  ips: lenientList(z.string()),
  isp: text(),
  total_checked: anything,
});
export type WireInformation = z.infer<typeof informationSchema>;

/** Section 2.2. `issues` is read entry by entry by the gate (`issue.ts`), where an error can name the entry. */
export const scanResultSchema = z.looseObject({
  issuesSummaryTotal: anything,
  issuesCategoriesSummary: mapping,
  issues: anything,
  identificator: anything,
  issuesSummary: anything,
  totalChecked: anything,
  information: lenient(informationSchema),
  preferences: mapping,
  percentage: anything,
  startDate: text(),
  endDate: anything,
});
export type WireScanResult = z.infer<typeof scanResultSchema>;

/** Section 3: the body of a scan that waits in the queue. */
export const queuedSchema = z.looseObject({ detail: z.string() });

/** Section 4.1. */
export const startedSchema = z.looseObject({ enqueued_scan_id: z.string().regex(scanIdPattern) });

const scanSummarySchema = z.looseObject({
  id: z.string().regex(scanIdPattern),
  startDate: lenient(z.number()),
  progress: lenient(z.number()),
  preferences: mapping,
  severity: text(),
  subdomains: lenient(z.int().nullable()),
});

/** Section 2.6. Entries that cannot be read are dropped: they are other targets' as likely as ours. */
const targetEntrySchema = z.looseObject({
  url: z.string(),
  scans: lenientList(scanSummarySchema),
  total: lenient(z.int()),
});
export const scanListSchema = itemsOf(targetEntrySchema);
export type WireTargetEntry = z.infer<typeof scanListSchema>[number];

/** The names of the fields of all schemas above. */
export const schemaFields: readonly string[] = [
  ...[scanResultSchema, informationSchema, serviceSchema, certificateSchema],
  ...[startedSchema, queuedSchema, targetEntrySchema, scanSummarySchema],
].flatMap(({ shape }) => Object.keys(shape));
