/**
 * The wire format of the service (`docs/service-interface.md`, sections 2.1 to 2.6). A field that decides the verdict is kept
 * as it came, and the gate refuses a wrong type. Any other field of a wrong type counts as absent. What the interface leaves
 * open may have any shape, and unknown fields are kept.
 */
import { z } from 'zod';
import { isMapping } from '../core/json.ts';
import { scanIdPattern } from '../inputs/read-input.ts';

/** A field that does not decide the verdict. */
const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
/** A list; items of a wrong type are dropped. */
const itemsOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.union([item, z.unknown().transform(() => null)]))
    .transform((items) => items.filter((entry) => entry !== null));
/** The same for a list that does not decide the verdict. */
const lenientList = <T extends z.ZodType>(item: T) => lenient(itemsOf(item));
/** Any shape, or absent: a field that must be there would refuse the whole object. */
const anything = z.unknown().optional();
const text = () => lenient(z.string());
const nullableText = () => lenient(z.string().nullable());
const date = lenient(z.looseObject({ $date: lenient(z.number()) }));
/** Not `z.record`, which copies every field: a hostile answer may have millions. */
const mapping = lenient(z.custom<Readonly<Record<string, unknown>>>(isMapping));

/** Where something is unknown, `port` is an empty string, `cms` and `cdn` are null. */
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

/** Section 2.2. The gate reads the entries of `issues` (`issue.ts`), so that an error can name the entry. */
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

/** Section 3: a scan that waits in the queue. */
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

/** Section 2.6. Entries that cannot be read are dropped: they may belong to other targets. */
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
