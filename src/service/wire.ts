/**
 * The wire format of the service (`docs/internals/service-interface.md`, sections 2.1 to 2.6). A field that decides the
 * verdict is kept as it came, and the gate refuses a wrong type. Any other field of a wrong type counts as absent.
 * Fields that no stage reads are left out; they are in the raw answer.
 */

import * as z from 'zod/mini';
import { scanIdPattern } from '../core/ids.ts';
import { isMapping } from '../core/values.ts';

/** A field that does not decide the verdict. */
const lenient = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);
/** A list. Items of a wrong type are dropped, but if all are, so is the list: it must not count as an empty one. */
const itemsOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z
      .array(z.catch(z.nullable(item), null))
      .check(z.refine((items) => items.length === 0 || items.some((entry) => entry !== null))),
    z.transform((items) => items.filter((entry) => entry !== null)),
  );
/** Any shape, or absent: if a required field were missing, the whole object would be refused. */
const anything = z.optional(z.unknown());
const textOrEmpty = z.catch(z.string(), '');
const mapping = z.custom<Readonly<Record<string, unknown>>>(isMapping);

const dateSchema = z.object({ $date: lenient(z.number()) });

/** Section 2.4. */
const informationSchema = z.object({
  services: lenient(
    itemsOf(
      z.object({
        state: textOrEmpty,
        name: textOrEmpty,
        product: textOrEmpty,
        version: textOrEmpty,
        // An unknown `port` is an empty string in an answer, and `null` here.
        port: z.catch(z.nullable(z.int()), null),
      }),
    ),
  ),
  certificate: lenient(itemsOf(z.object({ 'Expires On': lenient(dateSchema), commonName: textOrEmpty }))),
  waf: lenient(itemsOf(z.string())),
  ips: lenient(itemsOf(z.string())),
  total_checked: anything,
});
export type WireInformation = z.infer<typeof informationSchema>;

/** Section 2.2. The gate reads the entries of `issues`, so that an error can name the entry. */
export const scanResultSchema = z.object({
  issuesSummaryTotal: anything,
  issuesCategoriesSummary: anything,
  issues: anything,
  identificator: anything,
  issuesSummary: anything,
  totalChecked: anything,
  information: lenient(informationSchema),
  preferences: lenient(mapping),
  percentage: anything,
  startDate: lenient(z.string()),
  endDate: anything,
});
export type WireScanResult = z.infer<typeof scanResultSchema>;

/** Section 4.1. */
export const startedSchema = z.object({ enqueued_scan_id: z.string().check(z.regex(scanIdPattern)) });

/** Section 2.6. Entries that cannot be read are dropped: they may belong to other targets. */
const targetEntrySchema = z.object({
  url: z.string(),
  scans: lenient(
    itemsOf(
      z.object({
        id: z.string().check(z.regex(scanIdPattern)),
        startDate: lenient(z.number()),
        progress: lenient(z.number()),
        preferences: lenient(mapping),
      }),
    ),
  ),
});
export const scanListSchema = itemsOf(targetEntrySchema);
/** The targets that the service has scanned, each with its scans. */
export type WireScanList = readonly z.infer<typeof targetEntrySchema>[];
